package dev.sidegate.agent.weave;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class MentionTest {

  @Test
  void aClassWithAGuardedMethodIsFound() {
    assertThat(Mention.in(ClassFiles.of(ClassFiles.Guarded.class))).isTrue();
  }

  @Test
  void aClassWithoutOneIsNot() {
    assertThat(Mention.in(ClassFiles.of(ClassFiles.Free.class))).isFalse();
    assertThat(Mention.in(ClassFiles.of(String.class))).isFalse();
  }

  @Test
  void aTextThatOnlyContainsTheDescriptorIsNoAnnotation() {
    assertThat(Mention.in(pool(utf8("(Ldev/sidegate/SideEffect;)V")))).isFalse();
    assertThat(Mention.in(pool(utf8("Ldev/sidegate/SideEffect;")))).isTrue();
  }

  @Test
  void whereAConstantIsNewerThanThisClassEveryByteIsLookedAt() {
    byte[] unknown = {99, 1, 2, 3};

    assertThat(Mention.in(pool(unknown, utf8("Ldev/sidegate/SideEffect;")))).isTrue();
    assertThat(Mention.in(pool(unknown, utf8("something else")))).isFalse();
  }

  @Test
  void whatIsNoClassFileDoesNotFail() {
    assertThat(Mention.in(new byte[0])).isFalse();
    assertThat(Mention.in(Arrays.copyOf(ClassFiles.of(String.class), 40))).isFalse();
  }

  private static byte[] utf8(String text) {
    byte[] constant = new byte[3 + text.length()];
    constant[0] = 1;
    constant[2] = (byte) text.length();
    System.arraycopy(text.getBytes(US_ASCII), 0, constant, 3, text.length());
    return constant;
  }

  private static byte[] pool(byte[]... constants) {
    byte[] file = new byte[10 + Arrays.stream(constants).mapToInt(one -> one.length).sum()];
    file[9] = (byte) (constants.length + 1);
    int at = 10;
    for (byte[] constant : constants) {
      System.arraycopy(constant, 0, file, at, constant.length);
      at += constant.length;
    }
    return file;
  }
}
