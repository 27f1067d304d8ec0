package dev.sidegate.engine.secret;

/** A sensitive value cannot be hashed, because this JVM has no secret. */
public final class MissingSecretException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /** Says what asked for the secret. */
  public MissingSecretException(String asker) {
    super(
        asker
            + ", which is compared by HMAC only; set sidegate.hmac.key-file to a file with 32 or"
            + " more random bytes in base64 (openssl rand -base64 32), the same on every JVM");
  }
}
