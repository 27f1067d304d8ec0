package dev.sidegate.operator.audit;

import dev.sidegate.CallScope;
import dev.sidegate.EffectHeldException;
import dev.sidegate.Sensitive;
import dev.sidegate.Sidegate;
import dev.sidegate.engine.Engine;
import dev.sidegate.engine.settings.Settings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A program that logs everything and charges cards in every way that can go wrong; each card number
 * holds the marker. It says how far it is, and waits to be told to go on.
 */
@SuppressWarnings("try") // the engine only has to be there
final class CardShop {
  /** What must be found nowhere. */
  static final String MARKER = "4929123456781234";

  private static final BufferedReader IN =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

  private CardShop() {}

  record Card(String holder, @Sensitive String number) {}

  record Charge(String id, @Sensitive String number) {}

  public static void main(String[] arguments) throws Exception {
    String owner = arguments[0];
    try (Engine engine = Engine.install(Settings.load())) {
      CallScope.tenant("acme")
          .trigger("order-7")
          .release("r1")
          .model("m-1")
          .requester("alice")
          .call(
              () -> {
                charges(owner);
                return null;
              });
    }
  }

  private static void charges(String owner) throws Exception {
    charge("completed", MARKER, () -> new Charge("ch_1", MARKER));
    charge("completed", MARKER, () -> new Charge("ch_2", MARKER));
    charge("failing", MARKER, () -> fail());
    charge("failing", MARKER, () -> fail());
    charge("invalid", MARKER + "\ud800", () -> new Charge("ch_3", MARKER));
    charge("fenced", MARKER, () -> fenced(owner, new Charge("ch_4", MARKER)));
    charge("fenced and failing", MARKER, () -> fenced(owner, null));
    charge(
        "away",
        MARKER,
        () -> {
          say("running");
          IN.readLine();
          return new Charge("ch_5", MARKER);
        });
    say("kept");
    IN.readLine();
  }

  private static void charge(String order, String number, Callable<Charge> body) throws Exception {
    try {
      Charge charged =
          Sidegate.effect("charge")
              .key("charge:{}:{|hmac}", order, number.substring(0, 16))
              .payload(new Card("A. Smith", number))
              .returning(Charge.class)
              .call(body);
      if (!charged.number().equals(MARKER)) {
        throw new IllegalStateException("the result did not come back");
      }
    } catch (EffectHeldException held) {
      say("held " + held.status() + " " + held.toToolResult() + " " + held.reason());
    }
  }

  private static Charge fail() throws IOException {
    throw new IOException("the card " + MARKER + " was declined");
  }

  /** Somebody else moves the intent while the body runs. */
  private static Charge fenced(String owner, @Nullable Charge charge) throws Exception {
    try (Connection connection = DriverManager.getConnection(owner, "postgres", "");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "SET session_replication_role = replica; UPDATE sidegate.intent SET state = 'ABANDONED',"
              + " version = version + 1, lease_owner = NULL, expires_at = NULL"
              + " WHERE state = 'PROCESSING'");
    }
    if (charge == null) {
      return fail();
    }
    return charge;
  }

  private static void say(String word) {
    System.out.println("* " + word);
    System.out.flush();
  }
}
