/**
 * The outside world, each part a process of its own: mail server, help desk, payment provider and
 * model. They do what they are asked as often as they are asked, and keep a book of what they did.
 * Nothing here knows of Sidegate, or of the faults of the day.
 */
@NullMarked
package dev.sidegate.quickstart.outside;

import org.jspecify.annotations.NullMarked;
