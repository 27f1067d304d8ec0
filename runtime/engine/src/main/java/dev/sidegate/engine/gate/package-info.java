/**
 * A call's journey: claim, body, settle, and what a caller is told where nothing ran. Reads as the
 * protocol in DESIGN.md, section 5. Knows neither SQL nor class loaders; what a call is made of
 * comes in as a {@link dev.sidegate.engine.gate.GuardedCall}.
 */
@NullMarked
package dev.sidegate.engine.gate;

import org.jspecify.annotations.NullMarked;
