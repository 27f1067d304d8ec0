package dev.sidegate.quickstart.day;

import static dev.sidegate.quickstart.day.Event.customerComplained;
import static dev.sidegate.quickstart.day.Event.orderLate;
import static dev.sidegate.quickstart.day.Event.orderPlaced;
import static dev.sidegate.quickstart.day.Event.refundRequested;
import static dev.sidegate.quickstart.day.Tool.APOLOGY;
import static dev.sidegate.quickstart.day.Tool.MAIL;
import static dev.sidegate.quickstart.day.Tool.REFUND;
import static dev.sidegate.quickstart.day.Tool.TICKET;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The troubled day, from morning to evening. */
final class Situations {
  private Situations() {}

  static List<Situation> ofTheDay() {
    String lost = "answer lost, the model asks again";
    return List.of(
        new Situation(1, lost, REFUND, 1, refundRequested("1001", 4500), Situations::answerLost),
        new Situation(1, lost, TICKET, 1, customerComplained("1002"), Situations::answerLost),
        new Situation(1, lost, MAIL, 1, orderPlaced("1003"), Situations::answerLost),
        new Situation(
            2, "webhook delivered twice", MAIL, 1, orderPlaced("1004"), Situations::deliveredTwice),
        new Situation(
            3,
            "ten deliveries at once",
            TICKET,
            1,
            customerComplained("1005"),
            Situations::tenAtOnce),
        new Situation(
            4,
            "killed before the answer",
            REFUND,
            1,
            refundRequested("1006", 4500),
            Situations::killed),
        new Situation(
            5,
            "the same refund, other amount",
            REFUND,
            1,
            refundRequested("1007", 4500),
            Situations::otherAmount),
        new Situation(
            6,
            "request lost, the model asks again",
            MAIL,
            1,
            orderPlaced("1008"),
            Situations::requestLost),
        new Situation(
            7, "a person ought to say yes first", APOLOGY, 1, orderLate("1009"), Situations::asked),
        new Situation(
            8, "a person would have said no", APOLOGY, 0, orderLate("1010"), Situations::asked));
  }

  /** The provider acts, its answer is lost: the tool times out, and the model asks again. */
  private static void answerLost(Shop shop, Wire wire, Event event) throws Exception {
    CompletableFuture<Void> lost = wire.loseNextAnswer();
    shop.deliver(event);
    lost.join();
  }

  /** Senders of webhooks promise "at least once". */
  private static void deliveredTwice(Shop shop, Wire wire, Event event) throws Exception {
    shop.deliver(event);
    shop.deliver(event);
  }

  private static void tenAtOnce(Shop shop, Wire wire, Event event) {
    shop.deliverAtOnce(event, 10);
  }

  /**
   * SIGKILL between the provider's deed and its answer; then a new process, and the event again.
   */
  private static void killed(Shop shop, Wire wire, Event event) throws Exception {
    shop.killWhile(event, wire.loseNextAnswer());
    shop.deliver(event);
  }

  /** The first refund of one order, asked for by two events that do not agree on the amount. */
  private static void otherAmount(Shop shop, Wire wire, Event event) throws Exception {
    shop.deliver(event);
    shop.deliver(refundRequested(event.order(), 5400));
  }

  /** Nothing goes wrong; but what the model writes is to be read before it goes out. */
  private static void asked(Shop shop, Wire wire, Event event) throws Exception {
    shop.deliver(event);
  }

  /**
   * To the tool it looks like the first fault, but nothing was done: never to act would be a loss.
   */
  private static void requestLost(Shop shop, Wire wire, Event event) throws Exception {
    CompletableFuture<Void> lost = wire.loseNextRequest();
    shop.deliver(event);
    lost.join();
  }
}
