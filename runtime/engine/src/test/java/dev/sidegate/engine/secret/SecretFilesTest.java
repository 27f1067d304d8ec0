package dev.sidegate.engine.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretFilesTest {
  private static final String SECRET =
      Base64.getEncoder()
          .encodeToString("a very secret secret of 32 bytes".getBytes(StandardCharsets.US_ASCII));

  @TempDir private Path directory;

  @Test
  void aFileHoldsKeysUnderTheirIdsTheFirstOneCurrent() {
    EncryptionKeys keys =
        EncryptionKeys.read(
            write(
                "# rotated in May\n\n"
                    + SecretFiles.line("k2")
                    + "\n"
                    + SecretFiles.line("k1")
                    + "\n"));

    assertThat(keys.currentId()).isEqualTo("k2");
    assertThat(keys.byId("k1")).isPresent();
    assertThat(keys.byId("k3")).isEmpty();
    assertThat(keys).hasToString("EncryptionKeys[k2, k1]");
  }

  @Test
  void aFileOfKeysThatCannotBeUsedIsRefusedWithTheRemedyAndWithoutTheKey() {
    refusedKeys("", "holds no key");
    refusedKeys(SECRET, "key 1 is not of the form keyId:base64key");
    refusedKeys("k1:" + SECRET.substring(4), "key 1 has 29 bytes, not 32");
    refusedKeys("k1:" + SECRET.substring(1), "key 1 is not base64");
    refusedKeys("k1:" + SECRET + "\nk1:" + SECRET, "repeats the id k1");
  }

  @Test
  void aFileThatOthersCanReadIsRefused() {
    for (String permissions : new String[] {"rw-r--r--", "rw----r--", "rw--w----", "rw-----w-"}) {
      Path file = SecretFiles.write(directory, SECRET, permissions);
      assertThatThrownBy(() -> HmacSecret.read(file))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              file + " can be read or written by others than its owner; run: chmod 600 " + file);
    }
    assertThat(HmacSecret.read(SecretFiles.write(directory, SECRET, "r--------"))).isNotNull();
  }

  @Test
  void aMissingFileIsNamed() {
    Path missing = directory.resolve("missing");

    assertThatThrownBy(() -> EncryptionKeys.read(missing)).hasMessageContaining(missing.toString());
    assertThatThrownBy(() -> HmacSecret.read(missing)).hasMessageContaining(missing.toString());
  }

  @Test
  void aSecretIsKnownByItsFingerprintAndShowsNothingElse() {
    HmacSecret secret = HmacSecret.read(write(SECRET + "\n"));

    assertThat(secret.fingerprint())
        .matches("[0-9a-f]{16}")
        .isEqualTo(HmacSecret.read(write(SECRET)).fingerprint());
    assertThat(secret.fingerprint()).isNotEqualTo(HmacSecret.of(new byte[32]).fingerprint());
    assertThat(secret).hasToString("HmacSecret[" + secret.fingerprint() + "]");
  }

  @Test
  void aShortOrBrokenSecretIsRefused() {
    assertThatThrownBy(() -> HmacSecret.of(new byte[31])).hasMessageContaining("at least 32 bytes");
    assertThatThrownBy(() -> HmacSecret.read(write("c2hvcnQ=")))
        .hasMessageEndingWith("holds 5 bytes; make one with: openssl rand -base64 32");
    assertThatThrownBy(() -> HmacSecret.read(write("?" + SECRET)))
        .hasMessageContaining("is not base64")
        .hasMessageNotContaining(SECRET);
  }

  @Test
  void theSameValueHasAnotherMacForAnotherPurpose() {
    HmacSecret secret = HmacSecret.of(new byte[32]);

    assertThat(secret.mac(new byte[] {'k'}, new byte[] {1}))
        .hasSize(32)
        .isNotEqualTo(secret.mac(new byte[] {'p'}, new byte[] {1}));
  }

  private Path write(String text) {
    return SecretFiles.write(directory, text, "rw-------");
  }

  private void refusedKeys(String text, String message) {
    assertThatThrownBy(() -> EncryptionKeys.read(write(text)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message)
        .hasMessageContaining("openssl rand -base64 32")
        .hasMessageNotContaining(SECRET.substring(8));
  }
}
