package dev.sidegate.quickstart.day;

import static dev.sidegate.quickstart.day.Event.customerComplained;
import static dev.sidegate.quickstart.day.Event.orderPlaced;
import static dev.sidegate.quickstart.day.Event.refundRequested;
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
        new Situation(1, lost, REFUND, refundRequested("1001", 4500), Situations::answerLost),
        new Situation(1, lost, TICKET, customerComplained("1002"), Situations::answerLost),
        new Situation(1, lost, MAIL, orderPlaced("1003"), Situations::answerLost),
        new Situation(
            2, "webhook delivered twice", MAIL, orderPlaced("1004"), Situations::deliveredTwice),
        new Situation(
            3, "ten deliveries at once", TICKET, customerComplained("1005"), Situations::tenAtOnce),
        new Situation(
            4,
            "killed before the answer",
            REFUND,
            refundRequested("1006", 4500),
            Situations::killed),
        new Situation(
            5,
            "the same refund, other amount",
            REFUND,
            refundRequested("1007", 4500),
            Situations::otherAmount),
        new Situation(
            6,
            "request lost, the model asks again",
            MAIL,
            orderPlaced("1008"),
            Situations::requestLost));
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

  /**
   * To the tool it looks like the first fault, but nothing was done: never to act would be a loss.
   */
  private static void requestLost(Shop shop, Wire wire, Event event) throws Exception {
    CompletableFuture<Void> lost = wire.loseNextRequest();
    shop.deliver(event);
    lost.join();
  }
}
