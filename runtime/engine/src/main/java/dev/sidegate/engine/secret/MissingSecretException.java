package dev.sidegate.engine.secret;

/** A sensitive value cannot be hashed or stored, because this JVM has no secret for it. */
public final class MissingSecretException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  /** Says what asked for the secret. */
  public MissingSecretException(String asker) {
    super(
        asker
            + ", which is compared by HMAC only; set sidegate.hmac.key-file to a file with 32 or"
            + " more random bytes in base64 (openssl rand -base64 32), the same on every JVM");
  }

  private MissingSecretException(String asker, String remedy) {
    super(asker + remedy);
  }

  /** Nothing encrypts what would be stored. */
  public static MissingSecretException ofEncryption() {
    return new MissingSecretException(
        "a value marked @Sensitive is not stored in clear",
        "; set sidegate.encryption.key-file to a"
            + " file with a line key1:BASE64 (openssl rand -base64 32), the same on every JVM");
  }
}
