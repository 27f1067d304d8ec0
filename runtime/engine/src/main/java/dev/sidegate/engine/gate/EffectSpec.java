package dev.sidegate.engine.gate;

import dev.sidegate.KeyFormat;
import dev.sidegate.engine.intent.ProviderPromise;
import java.util.Optional;

/**
 * What the code says of an effect.
 *
 * @param name the effect's name
 * @param owner class and method that own it, such as {@code com.acme.Refunds#refund}
 * @param keyFormat how its provider wants the action key
 * @param keyHeader the request header that carries the action key
 * @param sensitive whether a value of it is marked sensitive; then no exception's text is kept
 * @param promise what its provider promises about a repetition
 * @param refusal why calls of it are refused by this version of the engine; empty if they are not
 */
public record EffectSpec(
    String name,
    String owner,
    KeyFormat keyFormat,
    String keyHeader,
    boolean sensitive,
    ProviderPromise promise,
    Optional<String> refusal) {}
