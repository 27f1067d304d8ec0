package dev.sidegate.operator.dev;

import dev.sidegate.operator.Fault;
import dev.sidegate.operator.database.Target;

/** How the other commands reach the dev server kept in its standard directory. */
public final class DevTarget {
  private DevTarget() {}

  /** Signed in as an operator: may look and decide. */
  public static Target operator() {
    return DevDatabase.operator(port());
  }

  /**
   * Signed in as the schema's owner.
   *
   * @throws Fault if this user never ran dev
   */
  public static Target owner() {
    String password =
        DevDirectory.standard()
            .ownerPassword()
            .orElseThrow(
                () ->
                    Fault.noDatabase(
                        "There is no dev server of yours.",
                        "Start it: java -jar sidegate.jar dev"));
    return DevDatabase.owner(port(), password);
  }

  private static int port() {
    return DevRecord.read(DevDirectory.standard())
        .map(DevRecord::port)
        .orElse(DevDatabase.STANDARD_PORT);
  }
}
