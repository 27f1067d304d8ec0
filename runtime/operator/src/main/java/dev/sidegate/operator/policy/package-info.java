/** Policies that wait for a person: what they would loosen, and the word that accepts them. */
@NullMarked
package dev.sidegate.operator.policy;

import org.jspecify.annotations.NullMarked;
