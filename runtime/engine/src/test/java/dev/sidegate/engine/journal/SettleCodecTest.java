package dev.sidegate.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sidegate.engine.intent.AttemptEvidence;
import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.intent.Settlement;
import java.io.IOException;
import java.time.Duration;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class SettleCodecTest {
  /** A doubt, as the first version of the codec wrote it. */
  private static final String FIRST_VERSION =
      "01"
          + "00000000000000010000000000000002"
          + text("acme")
          + text("refund")
          + text("refund:A%2F7:2")
          + "00000003"
          + "0000000000000004"
          + "00000005"
          + "00000000000000060000000000000007"
          + text("2026-11-30T15:00:00.123456789Z")
          + "44"
          + text("UNKNOWN_AFTER_START")
          + text("java.io.IOException")
          + "ffffffff"
          + "00000002"
          + text("req_1")
          + text("");

  @Test
  void whatTheFirstVersionWroteIsStillRead() throws IOException {
    SettleRequest read = SettleCodec.read(HexFormat.of().parseHex(FIRST_VERSION));

    SettleRequest now = Settles.ofEachKind().stream().map(Settles::of).toList().get(4);
    assertThat(read.claim()).isEqualTo(now.claim());
    assertThat(read.providerRequestIds()).isEqualTo(now.providerRequestIds());
    assertThat(read.evidence()).isEqualTo(AttemptEvidence.NONE);
    assertThat(read.settlement())
        .isEqualTo(
            new Settlement.Doubt(((Settlement.Doubt) now.settlement()).failure(), Duration.ZERO));
  }

  @Test
  void everyKindIsReadAsItWasWritten() throws IOException {
    for (Settlement settlement : Settles.ofEachKind()) {
      SettleRequest request = Settles.of(settlement);
      assertThat(SettleCodec.read(SettleCodec.write(request)))
          .usingRecursiveComparison()
          .isEqualTo(request);
    }
  }

  @Test
  void whatANewerVersionWroteIsLeftAlone() {
    assertThatThrownBy(() -> SettleCodec.read(new byte[] {3}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("newer");
  }

  private static String text(String ascii) {
    byte[] bytes = ascii.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    return HexFormat.of().toHexDigits(bytes.length) + HexFormat.of().formatHex(bytes);
  }
}
