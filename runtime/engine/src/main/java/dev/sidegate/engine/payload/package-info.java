/**
 * Payloads and results: trees of JDK values, their canonical bytes and hash, their stored form, and
 * how that is kept at rest.
 *
 * <p>Pure functions over trees. No clock, no thread, no database. What a tree may hold is decided
 * in {@link dev.sidegate.engine.payload.Tree} alone; what its bytes are in {@link
 * dev.sidegate.engine.payload.CanonicalForm} (compared, never decoded) and {@link
 * dev.sidegate.engine.payload.StoredForm} (decoded, never compared).
 */
@NullMarked
package dev.sidegate.engine.payload;

import org.jspecify.annotations.NullMarked;
