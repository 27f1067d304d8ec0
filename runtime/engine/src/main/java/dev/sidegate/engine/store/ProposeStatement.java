package dev.sidegate.engine.store;

import dev.sidegate.engine.intent.EffectProposal;
import dev.sidegate.engine.intent.EffectRefusedException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** {@code propose.sql}: the answer of the owner's function, in words. */
final class ProposeStatement {
  private final SqlText text = SqlText.named("propose");

  /** Answers the policy's version in force. */
  Integer propose(Connection connection, EffectProposal proposal) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(text.jdbc())) {
      new Parameters(text, statement)
          .text("effect", proposal.effect())
          .text("owner", proposal.owner())
          .texts("allowed_owners", List.copyOf(proposal.allowedOwners()), owner -> owner)
          .text("policy", proposal.policy())
          .complete();
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        CommitWarnings.refuse(statement);
        String verdict = row.getString("verdict");
        return switch (verdict) {
          case "ACCEPTED" -> row.getInt("current_version");
          case "OTHER_OWNER" ->
              throw new EffectRefusedException(
                  "the effect %s belongs to %s, not to %s; rename one of them, or allow both with"
                          .formatted(
                              proposal.effect(), row.getString("current_owner"), proposal.owner())
                      + " sidegate.effects.%s.owners".formatted(proposal.effect()));
          case "LOOSER" ->
              throw new EffectRefusedException(
                  "the policy proposed for %s is looser than the one in force; a person accepts it"
                          .formatted(proposal.effect())
                      + " with: java -jar sidegate.jar policy accept "
                      + proposal.effect());
          default -> throw new SQLException("propose.sql answered " + verdict, "40001");
        };
      }
    }
  }
}
