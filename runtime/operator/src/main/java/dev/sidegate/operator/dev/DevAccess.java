package dev.sidegate.operator.dev;

import dev.sidegate.engine.settings.Settings;
import dev.sidegate.operator.Fault;
import dev.sidegate.operator.database.Approver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;

/**
 * Who may come in, and as whom. Only this machine can reach the server. The logins of dev have
 * passwords that everybody knows; the owner's is random, because a superuser can run programs.
 */
final class DevAccess {
  /** What an application signs in as: a member of the agent's role. */
  static final String AGENT = Settings.DEV_USER;

  /** What the command line signs in as: a member of the operator's role. */
  static final String OPERATOR = "sidegate_dev_operator";

  /** The schema's owner. */
  static final String OWNER = "postgres";

  private static final String RULES =
      """
      # Written by dev at each start: this machine alone, nobody without a password.
      # type database  user  address       method
      host   all       all   127.0.0.1/32  scram-sha-256
      host   all       all   ::1/128       scram-sha-256
      """;

  private DevAccess() {}

  /** The operator's login, deciding in a role of approvers. */
  static Approver approver(String role) {
    return new Approver(OPERATOR, role, List.of());
  }

  static String newPassword() {
    byte[] bytes = new byte[24];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** Runs between initdb, which trusts everybody, and the server's start. */
  static void secure(DevDirectory directory, PostgresTools tools, String password) {
    Path rules = directory.data().resolve("pg_hba.conf");
    try {
      if (directory.ownerPassword().isEmpty()) {
        if (!tools.setOwnerPassword(directory.data(), password)) {
          throw new IOException("the owner's password could not be set");
        }
        directory.keepOwnerPassword(password);
      }
      Files.writeString(rules, RULES);
    } catch (IOException failed) {
      throw Fault.refused(
              "The new server could not be secured: " + failed.getMessage(),
              "Look into " + directory.log() + ".")
          .because(failed);
    }
  }
}
