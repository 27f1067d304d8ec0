/**
 * The grammar of key templates, and nothing else: text in, literals and holes out. The processor
 * proves templates with it at compile time, the engine renders keys and checks rules files with it
 * at run time, so both read a template in the same way.
 *
 * <p>What a path leads to, how a value is written and what an effect is are not known here.
 * Application code does not use this package.
 */
@NullMarked
package dev.sidegate.key;

import org.jspecify.annotations.NullMarked;
