/**
 * The application's libraries as the agent meets them: called by reflection, since the agent
 * depends on none of them, and known by what of them was woven.
 */
@NullMarked
package dev.sidegate.agent.library;

import org.jspecify.annotations.NullMarked;
