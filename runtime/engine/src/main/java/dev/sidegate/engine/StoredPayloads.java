package dev.sidegate.engine;

import dev.sidegate.engine.payload.CanonicalForm;
import dev.sidegate.engine.payload.Envelope;
import dev.sidegate.engine.payload.Payloads;
import dev.sidegate.engine.secret.EncryptionKeys;
import dev.sidegate.engine.secret.HmacSecret;
import dev.sidegate.engine.settings.Settings;
import java.nio.file.Path;
import java.security.SecureRandom;

/** Opens what engines have stored, for those who look at it: with the keys of the same settings. */
public final class StoredPayloads {
  private StoredPayloads() {}

  /**
   * With the settings' key files; without them only what was stored in clear opens.
   *
   * @throws RuntimeException if a key file is named and is none
   */
  public static Payloads of(Settings settings) {
    String keys = settings.encryptionKeyFile();
    String secret = settings.hmacKeyFile();
    return new Payloads(
        secret == null
            ? CanonicalForm.withoutSecret()
            : CanonicalForm.with(HmacSecret.read(Path.of(secret))),
        keys == null
            ? Envelope.plain()
            : Envelope.encrypted(EncryptionKeys.read(Path.of(keys)), new SecureRandom()));
  }
}
