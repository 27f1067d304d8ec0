/**
 * From a class file that carries {@code @SideEffect} to one whose methods ask the door first, and
 * what becomes of one that cannot be woven. Decides on bytes alone: while a class is being defined
 * no class of the application may be loaded, because that one would not be transformed. No engine,
 * no database, no settings here.
 */
@NullMarked
package dev.sidegate.agent.weave;

import org.jspecify.annotations.NullMarked;
