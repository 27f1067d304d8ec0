package dev.sidegate.engine.door;

import dev.sidegate.engine.gate.CallScopes;
import dev.sidegate.engine.gate.DispatchGate;
import dev.sidegate.engine.outbox.QueuedMethod;
import dev.sidegate.engine.outbox.QueuedMethods;
import dev.sidegate.engine.target.Targets;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The methods of the woven classes that are in use here, each on its class's target. */
final class WovenQueue implements QueuedMethods {
  private static final Logger LOG = LoggerFactory.getLogger(WovenQueue.class);

  private final CallForms forms;
  private final Applications applications;
  private final Descriptors descriptors;
  private final Targets targets;
  private final DispatchGate gate;
  private final CallScopes scopes;
  private final Reruns reruns;

  WovenQueue(
      CallForms forms,
      Applications applications,
      Descriptors descriptors,
      Targets targets,
      DispatchGate gate,
      CallScopes scopes,
      Reruns reruns) {
    this.forms = forms;
    this.applications = applications;
    this.descriptors = descriptors;
    this.targets = targets;
    this.gate = gate;
    this.scopes = scopes;
    this.reruns = reruns;
  }

  @Override
  public List<QueuedMethod> known() {
    List<QueuedMethod> known = new ArrayList<>();
    for (MethodHandles.Lookup woven : targets.woven()) {
      for (DescribedMethod method : methods(woven)) {
        known.add(queued(method, woven));
      }
    }
    return known;
  }

  /** Whether dispatchers of this process could go on with this call. */
  boolean takesOver(WovenCall call) {
    return queued(call.method(), call.access()).ready();
  }

  private WovenQueuedMethod queued(DescribedMethod method, MethodHandles.Lookup woven) {
    return new WovenQueuedMethod(forms, applications, method, woven, targets, gate, scopes, reruns);
  }

  /** A class whose descriptor cannot be used is refused where it is called. */
  private Iterable<DescribedMethod> methods(MethodHandles.Lookup woven) {
    try {
      return descriptors.of(woven).methods();
    } catch (DescriptorException unusable) {
      LOG.debug("No queue of {}: {}", woven.lookupClass().getName(), unusable.getMessage());
      return List.of();
    }
  }
}
