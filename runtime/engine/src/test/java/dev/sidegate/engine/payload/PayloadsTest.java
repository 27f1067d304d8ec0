package dev.sidegate.engine.payload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sidegate.engine.intent.IntentKey;
import dev.sidegate.engine.intent.Payload;
import dev.sidegate.engine.secret.HmacSecret;
import dev.sidegate.engine.secret.MissingSecretException;
import dev.sidegate.engine.secret.SecretFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PayloadsTest {
  private static final IntentKey KEY = new IntentKey("acme", "refund", "refund:1");
  private static final Tree ARGUMENTS =
      Tree.of(Map.of("0", "o-1", "1", Map.entry("sensitive", "4111111111111111")));

  @TempDir private Path directory;
  private Payloads payloads =
      new Payloads(CanonicalForm.with(HmacSecret.of(new byte[32])), Envelope.plain());

  @BeforeEach
  void encrypt() {
    payloads =
        new Payloads(
            CanonicalForm.with(HmacSecret.of(new byte[32])),
            SecretFiles.encrypted(directory, "k1"));
  }

  @Test
  void whatIsStoredComesBackWithItsHash() {
    Payload payload = payloads.payload(KEY, ARGUMENTS, "s");
    Tree back = payloads.arguments(KEY, payload);

    assertThat(payloads.hash(back, "s")).isEqualTo(payload.hash());
    assertThat(back.root()).isEqualTo(ARGUMENTS.root());
    assertThat(new String(payload.stored(), StandardCharsets.ISO_8859_1)).doesNotContain("4111");
  }

  @Test
  void aResultIsNotTakenForArgumentsNorForAnotherIntents() {
    Payload payload = payloads.payload(KEY, ARGUMENTS, "s");
    byte[] result = payloads.result(KEY, payload.hash(), Tree.of(List.of("re_1", 5)));

    assertThat(payloads.result(KEY, payload.hash(), result).root()).isEqualTo(List.of("re_1", 5L));
    assertThatThrownBy(() -> payloads.arguments(KEY, new Payload(payload.hash(), result)))
        .isInstanceOf(UnreadableFormException.class);
    for (IntentKey other :
        List.of(
            new IntentKey("", "refund", "refund:1"),
            new IntentKey("acme", "refunds", "refund:1"),
            new IntentKey("acmer", "efund", "refund:1"),
            new IntentKey("acme", "refund", "refund:2"))) {
      assertThatThrownBy(() -> payloads.result(other, payload.hash(), result))
          .isInstanceOf(UnreadableFormException.class);
    }
    Payload otherPayload = payloads.payload(KEY, Tree.of(Map.of("0", "o-2")), "s");
    assertThatThrownBy(() -> payloads.result(KEY, otherPayload.hash(), result))
        .isInstanceOf(UnreadableFormException.class);
  }

  @Test
  void aPlainResultIsNotOpenedWhereOnlyEncryptedOnesWereStored() {
    Payloads plain = new Payloads(CanonicalForm.withoutSecret(), Envelope.plain());
    Payload payload = payloads.payload(KEY, ARGUMENTS, "s");
    byte[] before = plain.result(KEY, payload.hash(), Tree.of("re_1"));
    byte[] sealed = payloads.result(KEY, payload.hash(), Tree.of("re_1"));

    assertThat(payloads.result(KEY, payload.hash(), before).root())
        .as("stored before there was a key")
        .isEqualTo("re_1");
    assertThat(payloads.sensitiveResult(KEY, payload.hash(), sealed).root()).isEqualTo("re_1");
    assertThatThrownBy(() -> payloads.sensitiveResult(KEY, payload.hash(), before))
        .isInstanceOf(UnreadableFormException.class)
        .hasMessageContaining("are not encrypted");
    assertThatThrownBy(() -> plain.sensitiveResult(KEY, payload.hash(), before))
        .isInstanceOf(UnreadableFormException.class);
  }

  @Test
  void aSensitiveValueIsNeverPutAwayInClear() {
    Payloads plain =
        new Payloads(CanonicalForm.with(HmacSecret.of(new byte[32])), Envelope.plain());
    Payload payload = payloads.payload(KEY, ARGUMENTS, "s");

    assertThatThrownBy(() -> plain.payload(KEY, ARGUMENTS, "s"))
        .isInstanceOf(MissingSecretException.class)
        .hasMessageContaining("sidegate.encryption.key-file")
        .hasMessageNotContaining("4111");
    assertThatThrownBy(
            () ->
                plain.result(
                    KEY, payload.hash(), Tree.of(Map.entry("sensitive", "4111111111111111"))))
        .isInstanceOf(MissingSecretException.class);
  }
}
