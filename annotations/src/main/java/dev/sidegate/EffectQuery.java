package dev.sidegate;

import java.time.Instant;
import java.util.List;

/** What a {@link Reconciles} method may ask the provider by. */
public interface EffectQuery {

  /** The key that every attempt sent to the provider. */
  String actionKey();

  /** The request ids that the provider answered with, oldest first; empty if none is known. */
  List<String> providerRequestIds();

  /** When the first attempt was claimed, on the database's clock. */
  Instant firstAttemptAt();
}
