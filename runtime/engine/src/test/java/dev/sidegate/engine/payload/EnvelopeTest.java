package dev.sidegate.engine.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sidegate.engine.secret.SecretFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvelopeTest {
  private static final byte[] CLEAR = "card 4111111111111111".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] BOUND = {1, 2, 3};

  @TempDir private Path directory;

  @Test
  void withoutAKeyTheBytesFollowTheirFormat() {
    byte[] sealed = Envelope.plain().seal(CLEAR, BOUND);

    assertThat(sealed).hasSize(CLEAR.length + 1).startsWith(1);
    assertThat(Envelope.plain().open(sealed, BOUND)).isEqualTo(CLEAR);
  }

  @Test
  void withAKeyNothingCanBeReadAndNoTwoAreAlike() {
    Envelope envelope = SecretFiles.encrypted(directory, "k1");
    byte[] sealed = envelope.seal(CLEAR, BOUND);

    assertThat(sealed).startsWith(2, 2, 'k', '1').isNotEqualTo(envelope.seal(CLEAR, BOUND));
    assertThat(new String(sealed, StandardCharsets.ISO_8859_1)).doesNotContain("card", "4111");
    assertThat(envelope.open(sealed, BOUND)).isEqualTo(CLEAR);
  }

  @Test
  void aChangedByteAnywhereIsSeen() {
    Envelope envelope = SecretFiles.encrypted(directory, "k1");
    byte[] sealed = envelope.seal(CLEAR, BOUND);
    for (int i = 0; i < sealed.length; i++) {
      byte[] changed = sealed.clone();
      changed[i] ^= 0x40;
      assertThatThrownBy(() -> envelope.open(changed, BOUND))
          .as("byte %s", i)
          .isInstanceOf(UnreadableFormException.class);
    }
    for (int length = 0; length < sealed.length; length++) {
      byte[] cut = Arrays.copyOf(sealed, length);
      assertThatThrownBy(() -> envelope.open(cut, BOUND))
          .isInstanceOf(UnreadableFormException.class);
    }
  }

  @Test
  void whatIsMovedToAnotherPlaceDoesNotOpen() {
    Envelope envelope = SecretFiles.encrypted(directory, "k1");
    byte[] sealed = envelope.seal(CLEAR, BOUND);

    assertThatThrownBy(() -> envelope.open(sealed, new byte[] {1, 2}))
        .isInstanceOf(UnreadableFormException.class)
        .hasMessageContaining("changed, moved, or sealed with another key called k1");
  }

  @Test
  void aNewKeyStandsOnTopAndTheOldOneStillOpens() {
    byte[] before = SecretFiles.encrypted(directory, "old").seal(CLEAR, BOUND);
    byte[] unsealed = Envelope.plain().seal(CLEAR, BOUND);
    Envelope rotated = SecretFiles.encrypted(directory, "new", "old");

    assertThat(rotated.open(before, BOUND)).isEqualTo(CLEAR);
    assertThat(rotated.open(unsealed, BOUND)).isEqualTo(CLEAR);
    assertThat(rotated.seal(CLEAR, BOUND)).startsWith(2, 3, 'n', 'e', 'w');
    assertThatThrownBy(() -> SecretFiles.encrypted(directory, "new").open(before, BOUND))
        .isInstanceOf(UnreadableFormException.class)
        .hasMessageContaining("the key old, which is not in sidegate.encryption.key-file");
    assertThatThrownBy(() -> Envelope.plain().open(before, BOUND))
        .isInstanceOf(UnreadableFormException.class)
        .hasMessageContaining("set sidegate.encryption.key-file");
  }

  @Test
  void aFormatOfANewerReleaseIsRefused() {
    assertThatThrownBy(() -> Envelope.plain().open(new byte[] {9, 1}, BOUND))
        .isInstanceOf(UnreadableFormException.class)
        .hasMessageContaining("a newer one wrote them");
    assertThatThrownBy(() -> Envelope.plain().open(new byte[0], BOUND))
        .isInstanceOf(UnreadableFormException.class);
  }
}
