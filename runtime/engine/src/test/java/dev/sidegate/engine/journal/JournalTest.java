package dev.sidegate.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sidegate.engine.intent.SettleRequest;
import dev.sidegate.engine.intent.Settlement;
import dev.sidegate.engine.payload.Envelope;
import dev.sidegate.engine.secret.SecretFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
  @TempDir private Path temporary;
  private Path directory;

  @BeforeEach
  void nameTheDirectory() {
    directory = temporary.resolve("state/journal");
  }

  @Test
  void whatAProcessLeftBehindIsTakenOverInOrderAndOnce() {
    try (Journal died = Journal.in(directory, Envelope.plain())) {
      died.append(Settles.completed("one"));
      died.append(Settles.completed("two"));
    }
    try (Journal next = Journal.in(directory, Envelope.plain())) {
      assertThat(results(next.takeOver())).containsExactly("one", "two");
      assertThat(next.takeOver()).isEmpty();
    }
  }

  @Test
  void everyKindOfSettlementComesBackWhole() {
    assertThat(Settles.ofEachKind().stream().map(Object::getClass).distinct())
        .containsExactlyInAnyOrder(Settlement.class.getPermittedSubclasses());
    try (Journal died = Journal.in(directory, Envelope.plain())) {
      Settles.ofEachKind().forEach(settlement -> died.append(Settles.of(settlement)));
    }
    try (Journal next = Journal.in(directory, Envelope.plain())) {
      assertThat(next.takeOver().stream().map(JournalTest::request))
          .usingRecursiveFieldByFieldElementComparator()
          .containsExactlyElementsOf(Settles.ofEachKind().stream().map(Settles::of).toList());
    }
  }

  @Test
  void withoutADirectoryNothingWasLeftBehind() {
    try (Journal journal = Journal.in(directory, Envelope.plain())) {
      assertThat(journal.takeOver()).isEmpty();
      assertThat(directory).doesNotExist();
    }
  }

  @Test
  void aLivingProcessKeepsItsOwn() {
    try (Journal living = Journal.in(directory, Envelope.plain())) {
      living.append(Settles.completed("mine"));

      assertThat(living.takeOver()).isEmpty();
    }
  }

  @Test
  void whatIsDoneDoesNotComeBackAndTheFileGoesWithTheLastEntry() {
    try (Journal died = Journal.in(directory, Envelope.plain())) {
      Journal.Entry one = died.append(Settles.completed("one"));
      died.append(Settles.completed("two"));
      died.done(one);
    }
    try (Journal next = Journal.in(directory, Envelope.plain())) {
      List<Journal.Entry> left = next.takeOver();
      assertThat(results(left)).containsExactly("two");
      next.done(left.get(0));
      assertThat(files()).isEmpty();

      next.done(next.append(Settles.completed("three")));
      assertThat(files()).isEmpty();
    }
  }

  @Test
  void everyCutThroughTheLastEntryLeavesTheOthersAndKeepsTheTail() throws IOException {
    Path whole = write("one", "two");
    byte[] bytes = Files.readAllBytes(whole);
    int first = bytes.length - (bytes.length - 20) / 2;
    for (int length = first; length < bytes.length; length++) {
      Files.write(whole, Arrays.copyOf(bytes, length));
      try (Journal next = Journal.in(directory, Envelope.plain())) {
        List<Journal.Entry> left = next.takeOver();
        assertThat(results(left)).as("cut at %s", length).containsExactly("one");
        next.done(left.get(0));
      }
      Path tail = directory.resolve(name(whole) + ".tail");
      assertThat(whole).doesNotExist();
      if (length == first) {
        assertThat(tail).doesNotExist();
      } else {
        assertThat(tail).hasBinaryContent(Arrays.copyOfRange(bytes, first, length));
        Files.delete(tail);
      }
    }
  }

  @Test
  void aFlippedBitIsSeen() throws IOException {
    Path file = write("one", "two");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 3] ^= 4;
    Files.write(file, bytes);

    try (Journal next = Journal.in(directory, Envelope.plain())) {
      assertThat(results(next.takeOver())).containsExactly("one");
    }
  }

  @Test
  void aFileThatIsNoJournalIsLeftAlone() throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("a.journal"), "");
    Files.writeString(directory.resolve("b.journal"), "something else that is long enough");

    try (Journal next = Journal.in(directory, Envelope.plain())) {
      assertThat(next.takeOver()).isEmpty();
    }
    assertThat(files()).hasSize(2);
  }

  @Test
  void anEncryptedEntryNeedsItsKeyAndWaitsForIt() throws IOException {
    try (Journal died = Journal.in(directory, SecretFiles.encrypted(temporary, "k1"))) {
      died.append(Settles.completed("4111111111111111"));
    }
    assertThat(Files.readAllBytes(files().get(0))).asString().doesNotContain("4111", "refund");
    try (Journal without = Journal.in(directory, Envelope.plain())) {
      assertThat(without.takeOver()).isEmpty();
    }
    try (Journal with = Journal.in(directory, SecretFiles.encrypted(temporary, "k1"))) {
      assertThat(results(with.takeOver())).containsExactly("4111111111111111");
    }
  }

  @Test
  void onlyTheOwnerCanReadIt() throws IOException {
    Path file = write("one");

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
        .isEqualTo("rwx------");
  }

  @Test
  void aDirectoryThatOthersCanWriteToIsRefused() throws IOException {
    Files.createDirectories(directory);
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThatThrownBy(() -> write("one"))
        .isInstanceOf(JournalException.class)
        .hasMessageContaining("others may write there; run: chmod 700 " + directory);
  }

  @Test
  void whatCannotBeKeptIsToldToTheCaller() throws IOException {
    Files.createDirectories(directory.getParent());
    Files.writeString(directory, "a file where the directory should be");

    assertThatThrownBy(() -> write("one"))
        .isInstanceOf(JournalException.class)
        .hasMessageStartingWith(directory + " cannot keep a journal");
  }

  @Test
  void anInterruptedThreadWritesAllTheSame() {
    try (Journal journal = Journal.in(directory, Envelope.plain())) {
      Thread.currentThread().interrupt();
      journal.append(Settles.completed("one"));
      journal.append(Settles.completed("two"));
      assertThat(Thread.interrupted()).isTrue();
    }
    try (Journal next = Journal.in(directory, Envelope.plain())) {
      assertThat(results(next.takeOver())).containsExactly("one", "two");
    }
  }

  @Test
  void manyThreadsWriteAndSettleAtOnce() {
    try (Journal journal = Journal.in(directory, Envelope.plain())) {
      List<String> texts = Stream.iterate(0, i -> i + 1).limit(200).map(Object::toString).toList();
      texts.parallelStream()
          .forEach(
              text -> {
                Journal.Entry entry = journal.append(Settles.completed(text));
                if (Integer.parseInt(text) % 2 == 0) {
                  journal.done(entry);
                }
              });
    }
    try (Journal next = Journal.in(directory, Envelope.plain())) {
      assertThat(results(next.takeOver())).hasSize(100).doesNotHaveDuplicates();
    }
  }

  private Path write(String... results) {
    try (Journal journal = Journal.in(directory, Envelope.plain())) {
      for (String result : results) {
        journal.append(Settles.completed(result));
      }
    }
    return files().get(0);
  }

  private List<Path> files() {
    try (Stream<Path> files = Files.list(directory)) {
      return files.toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String name(Path journal) {
    return journal.getFileName().toString().replace(".journal", "");
  }

  static SettleRequest request(Journal.Entry entry) {
    return ((Journal.Waiting.End) entry.waiting()).request();
  }

  static List<String> results(List<Journal.Entry> entries) {
    return entries.stream()
        .map(JournalTest::request)
        .map(SettleRequest::settlement)
        .map(Settlement.Completed.class::cast)
        .map(completed -> new String(completed.result(), java.nio.charset.StandardCharsets.UTF_8))
        .toList();
  }
}
