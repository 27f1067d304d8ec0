/**
 * The rules that hold between modules, packages and files, as tests. A rule that is in the way is
 * changed here, with its reason, not worked around.
 */
@NullMarked
package dev.sidegate.engine.architecture;

import org.jspecify.annotations.NullMarked;
