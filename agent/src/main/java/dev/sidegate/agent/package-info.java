/**
 * What the application's class loader can see of the agent: premain and the loader of everything
 * else. Nothing more may live here, and these two may use {@code java.lang}, {@code java.io} and
 * {@code java.util.jar} alone.
 */
@NullMarked
package dev.sidegate.agent;

import org.jspecify.annotations.NullMarked;
