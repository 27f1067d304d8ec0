package dev.sidegate.engine.door;

import dev.sidegate.EffectStatus;
import dev.sidegate.RetryAdvice;
import dev.sidegate.engine.gate.CapturedCall;
import dev.sidegate.engine.gate.HeldAnswer;
import dev.sidegate.engine.gate.HeldCallException;
import dev.sidegate.engine.gate.InvalidCallException;
import dev.sidegate.engine.gate.Queueing;
import dev.sidegate.engine.operation.OutboxRequest;
import dev.sidegate.engine.operation.RequestEnd;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes intents of requests, through the same gate as calls: policy, approval, kill switch and law
 * 5 apply, and a wish that exists already is found.
 */
public final class RequestedCalls {
  private final CallForms forms;
  private final Applications applications;
  private final KnownMethods methods;
  private final Queueing queueing;

  /** Queues through this. */
  public RequestedCalls(
      CallForms forms, Applications applications, WovenCalls woven, Queueing queueing) {
    this.forms = forms;
    this.applications = applications;
    this.methods = woven.methods();
    this.queueing = queueing;
  }

  /** The effects whose methods are in use here. */
  public Set<String> effects() {
    return methods.all().stream()
        .map(known -> known.method().effect().name())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Makes its intent, or says why not. */
  public RequestEnd make(OutboxRequest request) {
    List<KnownMethods.Known> known = methods.ofEffect(request.key().effect());
    if (known.isEmpty()) {
      return new RequestEnd.Later("its class is not in use here any more");
    }
    if (known.size() > 1) {
      return new RequestEnd.Parked(
          "several methods here have the effect " + request.key().effect());
    }
    WovenCall call;
    try {
      if (!forms.intact(request.key(), request.payload())) {
        return new RequestEnd.Parked("its arguments are not those of its hash");
      }
      call = call(known.get(0), request);
    } catch (InvalidCallException unreadable) {
      return new RequestEnd.Parked(reason(unreadable));
    }
    try {
      return new RequestEnd.Made(
          queueing
              .enqueue(
                  new CapturedCall.Taken(call, request.key(), request.payload(), request.context()))
              .operation());
    } catch (HeldCallException held) {
      return end(held.answer());
    }
  }

  /** On no object: it is not run here. */
  private WovenCall call(KnownMethods.Known known, OutboxRequest request) {
    DescribedMethod method = known.method();
    Object tree = forms.arguments(request.key(), request.payload());
    @Nullable Object[] arguments =
        CallForms.checked(() -> method.descriptor().arguments(method.index(), tree));
    return new WovenCall(forms, applications, method, known.access(), null, arguments);
  }

  private static RequestEnd end(HeldAnswer answer) {
    String reason = answer.reason() == null ? answer.message() : answer.reason();
    if (answer.status() == EffectStatus.CONFLICT) {
      return new RequestEnd.Refused(reason);
    }
    return answer.retry() == RetryAdvice.WITH_CHANGES
        ? new RequestEnd.Parked(reason)
        : new RequestEnd.Later(reason);
  }

  private static String reason(InvalidCallException unreadable) {
    Throwable cause = unreadable.getCause();
    return unreadable.getMessage() + (cause == null ? "" : ": " + cause.getMessage());
  }
}
