package dev.sidegate.engine.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The tables as data. */
class FailureTablesTest {

  @Test
  void theTextNamesEveryRow() {
    String text = FailureTables.markdown();

    for (KnownFailure row : KnownFailures.TABLE) {
      assertThat(text).contains("`" + row.type() + "`").contains(row.library());
    }
    for (Proof proof : Proof.values()) {
      assertThat(text).contains("`" + proof.name() + "`");
    }
    assertThat(text).contains("| 429 | `RATE_LIMITED` |");
  }

  @Test
  void noExceptionStandsThereTwice() {
    List<String> names =
        KnownFailures.TABLE.stream().map(row -> row.type() + " " + row.sqlState()).toList();

    assertThat(names).doesNotHaveDuplicates();
  }

  @Test
  void everyRowNamesAClassThatSomeProofOfTheWireAllowsOrDoubt() {
    assertThat(KnownFailures.TABLE).allMatch(row -> Proof.NOTHING_LEFT.allows(row.failureClass()));
  }
}
