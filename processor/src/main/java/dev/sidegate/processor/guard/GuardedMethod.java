package dev.sidegate.processor.guard;

import dev.sidegate.processor.key.KeyText;
import dev.sidegate.processor.shape.Marks;
import dev.sidegate.processor.shape.Shape;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A method that is proven.
 *
 * @param name its name
 * @param descriptor its descriptor in class files
 * @param effect the effect that it is
 * @param owner class and method that own the effect
 * @param key how the key is derived
 * @param scope how the scope is derived
 * @param order how the order is derived
 * @param arguments its parameters
 * @param result what it gives
 * @param perAttempt whether arguments are left out, so that they cannot be built again
 * @param sensitive whether something in arguments or result is sensitive
 * @param irreversible whether the effect cannot be taken back
 * @param execution where the body runs
 * @param provider what the provider promises
 * @param approval who has to say yes
 * @param reconciler how doubt is settled
 */
public record GuardedMethod(
    String name,
    String descriptor,
    String effect,
    String owner,
    KeyText key,
    KeyText scope,
    KeyText order,
    List<Argument> arguments,
    Result result,
    boolean perAttempt,
    boolean sensitive,
    boolean irreversible,
    String execution,
    Provider provider,
    Optional<Approval> approval,
    Optional<Reconciler> reconciler) {

  /** Copies the list. */
  public GuardedMethod {
    arguments = List.copyOf(arguments);
  }

  /** This method with what settles its doubt. */
  GuardedMethod reconciledBy(Reconciler found) {
    return new GuardedMethod(
        name,
        descriptor,
        effect,
        owner,
        key,
        scope,
        order,
        arguments,
        result,
        perAttempt,
        sensitive,
        irreversible,
        execution,
        provider,
        approval,
        Optional.of(found));
  }

  /**
   * A parameter.
   *
   * @param name its name
   * @param shape its tree; null if it is left out of the payload
   * @param marks what stands on it
   */
  public record Argument(String name, @Nullable Shape shape, Marks marks) {}

  /**
   * What a method gives.
   *
   * @param returns {@code void}, {@code value}, {@code optional} or {@code stage}
   * @param shape its tree; null if there is nothing, or it is not stored
   * @param stored whether repeats can be given it
   * @param marks what stands on it
   */
  public record Result(String returns, @Nullable Shape shape, boolean stored, Marks marks) {}

  /** What a provider promises; see {@link dev.sidegate.ProviderContract}. */
  public record Provider(
      String name,
      boolean keyed,
      String keyTtl,
      String keyFormat,
      String header,
      boolean idempotent,
      List<String> notApplied) {

    /** Copies the list. */
    public Provider {
      notApplied = List.copyOf(notApplied);
    }

    /** Whether a lost answer can be settled by asking or sending again. */
    boolean settlesDoubt() {
      return keyed || idempotent || !name.isEmpty();
    }
  }

  /** Who has to say yes; see {@link dev.sidegate.RequiresApproval}. */
  public record Approval(String role, String mode, String unless, String expiresIn) {}

  /**
   * How doubt is settled; see {@link dev.sidegate.Reconciles}.
   *
   * @param takes per parameter the position of the effect's argument, or -1 for the query
   */
  public record Reconciler(
      String method, String descriptor, int version, String settleDelay, List<Integer> takes) {

    /** Copies the list. */
    public Reconciler {
      takes = List.copyOf(takes);
    }
  }
}
