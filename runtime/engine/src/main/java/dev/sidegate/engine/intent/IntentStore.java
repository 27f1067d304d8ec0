package dev.sidegate.engine.intent;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Where intents live. Every method is durable when it returns, safe for many threads, and bounded
 * in time by the settings.
 *
 * <p>All of them throw {@link StoreUnavailableException} if the database cannot be asked. After
 * that a claim is no claim, and a settle has to be repeated or journalled.
 */
public interface IntentStore extends AutoCloseable {

  /** Claims, or says why not. A lost acknowledgement is recognised by the owner's token. */
  ClaimOutcome claim(ClaimRequest request);

  /**
   * Asks for an effect that does not run in its caller's thread; answers how its intent stands now.
   * Never granted. A lost acknowledgement is recognised by the key: the same request finds the same
   * question.
   */
  ClaimOutcome enqueue(EnqueueRequest request);

  /** Ends an attempt. Repeating an acknowledged settle answers the same. */
  SettleOutcome settle(SettleRequest request);

  /**
   * Keeps the provider's id of the running attempt's effect; commits by itself.
   *
   * @return false if the attempt had lost its intent: it is kept as late evidence then
   */
  boolean keepReceipt(Claimed claim, String receipt);

  /** Prolongs leases; answers the owners whose lease is lost. */
  Set<LeaseOwner> renew(Collection<Claimed> claims, Duration lease);

  /** Moves expired leases to doubt and ends expired questions; answers how many leases. */
  int sweep();

  /**
   * Looks which server answers; if it is another one, or lacks claims that this JVM remembers,
   * asserts them again and closes what a failover closes.
   */
  void watch();

  /**
   * Proposes an effect's owner and policy; answers the policy's version in force.
   *
   * @throws EffectRefusedException if another owner holds the effect, or the policy is looser
   */
  int propose(EffectProposal proposal);

  /**
   * Takes back that everything of a running attempt is watched.
   *
   * @return false if it runs no more; then it is too late
   */
  boolean unwatch(Claimed claim);

  /** The kill switch as it stands. On a connection of its own, so that no caller delays it. */
  List<SwitchRow> switches();

  /** Lets the connections go. */
  @Override
  void close();
}
