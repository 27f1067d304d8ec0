package dev.sidegate.engine;

import dev.sidegate.engine.audit.AnchorTimer;
import dev.sidegate.engine.audit.ProcessAudit;
import dev.sidegate.engine.audit.ProcessChain;
import dev.sidegate.engine.door.Applications;
import dev.sidegate.engine.door.CallForms;
import dev.sidegate.engine.door.CompletionListeners;
import dev.sidegate.engine.door.Doorkeeper;
import dev.sidegate.engine.door.LambdaCalls;
import dev.sidegate.engine.door.OperationQuestions;
import dev.sidegate.engine.door.ProviderContracts;
import dev.sidegate.engine.door.RequestedCalls;
import dev.sidegate.engine.door.Weaving;
import dev.sidegate.engine.door.WovenCalls;
import dev.sidegate.engine.gate.AttemptStack;
import dev.sidegate.engine.gate.CallScopes;
import dev.sidegate.engine.gate.Capture;
import dev.sidegate.engine.gate.Departure;
import dev.sidegate.engine.gate.DispatchGate;
import dev.sidegate.engine.gate.FurtherAttempts;
import dev.sidegate.engine.gate.Gate;
import dev.sidegate.engine.gate.GuardedStage;
import dev.sidegate.engine.gate.Pause;
import dev.sidegate.engine.gate.Queueing;
import dev.sidegate.engine.gate.ReceiptKeeper;
import dev.sidegate.engine.gate.Settler;
import dev.sidegate.engine.gate.Tellers;
import dev.sidegate.engine.gate.WatchLoss;
import dev.sidegate.engine.journal.JournalDrain;
import dev.sidegate.engine.killswitch.SwitchCopy;
import dev.sidegate.engine.lease.LeaseClock;
import dev.sidegate.engine.lease.LeaseKeeper;
import dev.sidegate.engine.notify.Links;
import dev.sidegate.engine.notify.Notices;
import dev.sidegate.engine.operation.Operations;
import dev.sidegate.engine.operation.Outcomes;
import dev.sidegate.engine.operation.PickUp;
import dev.sidegate.engine.outbox.Dispatcher;
import dev.sidegate.engine.reconcile.CallerReconciliation;
import dev.sidegate.engine.reconcile.LookupRun;
import dev.sidegate.engine.reconcile.Reconciler;
import dev.sidegate.engine.settings.Settings;
import dev.sidegate.engine.target.Targets;
import java.security.SecureRandom;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine of one JVM. With the agent the agent starts it; without, {@link #install} does.
 *
 * <p>Safe for many threads. It opens the database at the first guarded call, or when there is an
 * object that can ask about doubts, not before.
 */
public final class Engine implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Engine.class);

  /** Where the door stands without an agent; {@code dev.sidegate.Door} looks there. */
  private static final String DOOR = "dev.sidegate.door";

  private final AttemptStack attempts;
  private final EngineThreads threads = new EngineThreads();
  private final ExecutorService workers = Executors.newCachedThreadPool(threads);
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(threads);
  private final OpeningStore store;
  private final LeaseKeeper leases;
  private final SwitchCopy killSwitch;
  private final JournalDrain journal;
  private final ProcessChain chain;
  private final Reconciler reconciler;
  private final Dispatcher dispatcher;
  private final Thread atProgramsEnd;
  private final AnchorTimer anchors;
  private final Notices notices;
  private final Operations operations;
  private final PickUp pickUp;
  private final Outcomes outcomes;
  private final Doorkeeper door;

  private Engine(
      Settings settings, Weaving weaving, Targets targets, Pause pause, LeaseClock clock) {
    settings.warnings().forEach(LOG::warn);
    EngineParts parts = new EngineParts(settings);
    this.store = new OpeningStore(parts::store, workers, clock, EngineParts.PATIENCE);
    this.killSwitch = new SwitchCopy(store::switches, clock, this::attemptsRun, threads);
    this.leases = new LeaseKeeper(store, clock, store::isOpen, () -> killSwitch.wake(), threads);
    this.attempts = new AttemptStack(weaving::watchesClients, killSwitch);
    ProcessAudit audit = new ProcessAudit(clock);
    this.journal = new JournalDrain(store, store, audit, parts.journal(), timer);
    journal.start();
    this.chain = new ProcessChain(audit, store, journal, timer, UUID.randomUUID());
    this.anchors = new AnchorTimer(store, store::isOpen, timer);
    CallScopes scopes = new CallScopes();
    Settler settler = new Settler(store, journal, leases, audit);
    Departure departure =
        new Departure(
            settings, clock, attempts, settler, () -> ThreadLocalRandom.current().nextLong());
    this.notices =
        new Notices(
            store,
            new Links(settings.messages().consoleUrl(), store, new SecureRandom()),
            parts.notifiers(),
            store::isOpen,
            threads);
    LookupRun lookups = new LookupRun(store, workers, scopes);
    Gate gate =
        new Gate(
            settings,
            store,
            leases,
            clock,
            UUID::randomUUID,
            attempts,
            scopes,
            settler,
            audit,
            new CallerReconciliation(settings, store, lookups, clock, UUID::randomUUID),
            new Tellers(notices::channels, notices::wake));
    CallForms forms = parts.forms();
    ProviderContracts contracts = new ProviderContracts(settings);
    Applications applications = new Applications(notices);
    this.operations = new Operations(store, threads, System::nanoTime);
    FurtherAttempts further = new FurtherAttempts(settings, clock, pause, attempts);
    DispatchGate dispatches = new DispatchGate(settings, store, scopes, settler, gate);
    WovenCalls woven =
        new WovenCalls(
            forms,
            contracts,
            applications,
            gate,
            departure,
            further,
            new GuardedStage(departure, operations, workers),
            targets,
            dispatches,
            scopes);
    this.reconciler =
        new Reconciler(
            settings, store, woven.lookups(), lookups, store::isOpen, UUID::randomUUID, threads);
    store.onDoubt(reconciler::wake);
    reconciler.start();
    Queueing queueing = gate.queueing();
    RequestedCalls requested = new RequestedCalls(forms, applications, woven, queueing);
    this.pickUp = new PickUp(store, requested::effects, requested::make, System::nanoTime, threads);
    OperationQuestions questions =
        new OperationQuestions(
            forms, woven, new Capture(scopes), queueing, operations, store, pickUp::expect);
    CompletionListeners listeners = new CompletionListeners(woven, questions, workers);
    this.outcomes = new Outcomes(store, store, listeners, threads);
    store.onSettled(
        operation -> {
          operations.moved(operation);
          outcomes.wake();
        });
    this.dispatcher =
        new Dispatcher(
            settings,
            store,
            woven.queue(),
            workers,
            store::isOpen,
            attempts::watching,
            clock,
            UUID::randomUUID,
            threads);
    store.onQueued(dispatcher::queued);
    dispatcher.start();
    this.door =
        new Doorkeeper(
            woven,
            new LambdaCalls(forms, contracts, applications, gate, departure, further),
            attempts,
            new ReceiptKeeper(store, audit),
            scopes,
            targets,
            new WatchLoss(store),
            questions,
            listeners,
            weaving);
    this.atProgramsEnd = threads.newThread(dispatcher::close);
    drainAtProgramsEnd();
  }

  /**
   * Starts the engine of this JVM and puts its door in place, for programs without the agent.
   *
   * @throws IllegalStateException if this JVM has an engine already
   */
  public static Engine install(Settings settings) {
    return install(settings, Weaving.NONE, Pause.SLEEP);
  }

  /** As {@link #install(Settings)}, with callers that wait between attempts as they are told. */
  static Engine install(Settings settings, Weaving weaving, Pause pause) {
    Engine engine = new Engine(settings, weaving, new Targets(), pause, LeaseClock.SYSTEM);
    if (agentIsHere() || System.getProperties().putIfAbsent(DOOR, engine.door) != null) {
      engine.close();
      throw new IllegalStateException(
          "this JVM has a Sidegate engine already; one engine serves all of its class loaders");
    }
    return engine;
  }

  /**
   * Starts an engine whose door the agent puts in place.
   *
   * @param targets what was built and registered before the engine started counts too
   */
  public static Engine start(Settings settings, Weaving weaving, Targets targets) {
    return start(settings, weaving, targets, LeaseClock.SYSTEM);
  }

  /** As {@link #start(Settings, Weaving, Targets)}, by other clocks than this machine's. */
  public static Engine start(
      Settings settings, Weaving weaving, Targets targets, LeaseClock clock) {
    return new Engine(settings, weaving, targets, Pause.SLEEP, clock);
  }

  /** What answers at the door. */
  public BiFunction<String, @Nullable Object[], @Nullable Object> door() {
    return door;
  }

  /** The attempts that run, by thread; the wire asks it. */
  public AttemptStack attempts() {
    return attempts;
  }

  /**
   * Takes the door away and ends the engine's threads. Attempts that still run end in doubt; what
   * is in the journal stays there for the next engine.
   */
  @Override
  public void close() {
    System.getProperties().remove(DOOR, door);
    forgetProgramsEnd();
    dispatcher.close();
    anchors.close();
    pickUp.close();
    outcomes.close();
    operations.close();
    notices.close();
    chain.close();
    reconciler.close();
    journal.close();
    leases.close();
    killSwitch.close();
    timer.shutdown();
    workers.shutdown();
    store.close();
  }

  /** What runs when the program ends is waited for; what is queued is left to others. */
  private void drainAtProgramsEnd() {
    try {
      Runtime.getRuntime().addShutdownHook(atProgramsEnd);
    } catch (IllegalStateException ending) {
      dispatcher.close();
    }
  }

  private void forgetProgramsEnd() {
    try {
      boolean unused = Runtime.getRuntime().removeShutdownHook(atProgramsEnd);
    } catch (IllegalStateException ending) {
      // It runs already, or has run.
    }
  }

  private boolean attemptsRun() {
    return leases != null && leases.keepsAny(); // its thread starts before leases are kept
  }

  private static boolean agentIsHere() {
    try {
      Class.forName("java.lang.SidegateDoor", false, null);
      return true;
    } catch (ClassNotFoundException absent) {
      return false;
    }
  }
}
