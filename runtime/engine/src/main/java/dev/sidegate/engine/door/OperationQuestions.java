package dev.sidegate.engine.door;

import dev.sidegate.engine.gate.Capture;
import dev.sidegate.engine.gate.CapturedCall;
import dev.sidegate.engine.gate.HeldAnswer;
import dev.sidegate.engine.gate.HeldCallException;
import dev.sidegate.engine.gate.InvalidCallException;
import dev.sidegate.engine.gate.Queueing;
import dev.sidegate.engine.gate.StatusAnswers;
import dev.sidegate.engine.intent.IntentSnapshot;
import dev.sidegate.engine.intent.IntentState;
import dev.sidegate.engine.intent.StoreUnavailableException;
import dev.sidegate.engine.key.ShownKey;
import dev.sidegate.engine.operation.FoundOperation;
import dev.sidegate.engine.operation.Insertion;
import dev.sidegate.engine.operation.Operations;
import dev.sidegate.engine.operation.RequestStore;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The questions about work that goes on without its caller. */
public final class OperationQuestions {
  private static final Logger LOG = LoggerFactory.getLogger(OperationQuestions.class);

  private final CallForms forms;
  private final KnownMethods methods;
  private final Capture capture;
  private final Queueing queueing;
  private final Operations operations;
  private final RequestStore requests;
  private final Runnable written;

  /**
   * Answers from these.
   *
   * @param written told that the application writes a request, which commits soon
   */
  public OperationQuestions(
      CallForms forms,
      WovenCalls woven,
      Capture capture,
      Queueing queueing,
      Operations operations,
      RequestStore requests,
      Runnable written) {
    this.forms = forms;
    this.methods = woven.methods();
    this.capture = capture;
    this.queueing = queueing;
    this.operations = operations;
    this.requests = requests;
    this.written = written;
  }

  /** Queues the one guarded call of a body; answers its operation. */
  String defer(Callable<?> body) {
    ClassLoader loader = body.getClass().getClassLoader();
    try {
      return queueing.enqueue(capture.of(body)).operation().toString();
    } catch (HeldCallException held) {
      throw HeldExceptions.of(held, loader);
    } catch (Exception thrown) {
      throw Sneaky.unchecked(thrown);
    }
  }

  /** How an operation stands now. */
  Map<String, @Nullable Object> status(String id) {
    return answer(id, operation -> operations.find(operation));
  }

  /** How it stands when it is over, or after so long. */
  Map<String, @Nullable Object> await(String id, Duration atMost) {
    return answer(id, operation -> operations.await(operation, atMost));
  }

  private Map<String, @Nullable Object> answer(String id, Look look) {
    Optional<UUID> operation = parsed(id);
    if (operation.isEmpty()) {
      return map(id, StatusAnswers.nobodyKnows());
    }
    try {
      return look.at(operation.get())
          .map(found -> map(id, found))
          .orElseGet(() -> map(id, StatusAnswers.nobodyKnows()));
    } catch (StoreUnavailableException away) {
      return map(id, StatusAnswers.cannotBeSaid(away.getMessage()));
    } catch (InterruptedException interrupted) {
      throw Sneaky.unchecked(interrupted);
    }
  }

  /** Writes the one guarded call of a body down, for the application to insert. */
  Map<String, Object> request(Callable<?> body) {
    ClassLoader loader = body.getClass().getClassLoader();
    try {
      CapturedCall.Taken taken = capture.of(body);
      Insertion insertion = requests.insertion(taken.key(), taken.payload(), taken.context());
      written.run();
      return Map.of(
          "id", insertion.id().toString(),
          "statement", insertion.statement(),
          "parameters", insertion.parameters());
    } catch (HeldCallException held) {
      throw HeldExceptions.of(held, loader);
    } catch (StoreUnavailableException away) {
      throw HeldExceptions.of(HeldAnswer.unavailable(away.getMessage()), away, loader);
    } catch (Exception thrown) {
      throw Sneaky.unchecked(thrown);
    }
  }

  /** What a listener is told of an outcome. */
  Map<String, @Nullable Object> told(FoundOperation found) {
    return map(found.asked().toString(), found);
  }

  private Map<String, @Nullable Object> map(String id, FoundOperation found) {
    Map<String, @Nullable Object> map = map(id, answer(found));
    map.put("over", found.isOver());
    map.put("effect", found.key().effect());
    map.put("scope", found.key().scope());
    map.put("key", ShownKey.of(found.key().key()));
    if (found instanceof FoundOperation.OfIntent of) {
      putResult(map, of);
    }
    return map;
  }

  private static HeldAnswer answer(FoundOperation found) {
    if (found instanceof FoundOperation.OfIntent of) {
      return StatusAnswers.standing(of.intent());
    }
    FoundOperation.Requested requested = (FoundOperation.Requested) found;
    return switch (requested.state()) {
      case PENDING -> StatusAnswers.requested(requested.reason());
      case REFUSED -> StatusAnswers.conflict(requested.reason());
      case PARKED -> StatusAnswers.parked(requested.reason());
    };
  }

  private static Map<String, @Nullable Object> map(String id, HeldAnswer answer) {
    Map<String, @Nullable Object> map = new LinkedHashMap<>(answer.toMap());
    map.put("id", id);
    map.put("operation", id);
    map.put("over", false);
    return map;
  }

  private void putResult(Map<String, @Nullable Object> map, FoundOperation.OfIntent found) {
    IntentSnapshot intent = found.intent();
    byte[] stored = intent.result();
    if (intent.state() != IntentState.COMPLETED || intent.hold() != null || stored == null) {
      return;
    }
    List<KnownMethods.Known> known = methods.ofEffect(found.key().effect());
    if (known.size() != 1 || !known.get(0).method().resultStored()) {
      return;
    }
    try {
      map.put(
          "result",
          WovenCall.decoded(forms, known.get(0).method(), found.key(), intent.hash(), stored));
    } catch (InvalidCallException cannotBeRebuilt) {
      LOG.debug("The result of {} cannot be rebuilt", intent.operation(), cannotBeRebuilt);
    }
  }

  /** Ids come from models and people too. */
  private static Optional<UUID> parsed(String id) {
    try {
      return Optional.of(UUID.fromString(id.strip()));
    } catch (IllegalArgumentException none) {
      return Optional.empty();
    }
  }

  private interface Look {
    Optional<FoundOperation> at(UUID operation) throws InterruptedException;
  }
}
