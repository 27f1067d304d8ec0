package dev.sidegate.engine.approval;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who decides. Nothing here is believed: the database knows the login, and takes a subject from the
 * console's role alone.
 *
 * @param principal the login that somebody decides for, with its delegation; null if for himself
 * @param signedIn whom the console has signed in; null for a login of one's own
 */
public record Decider(@Nullable String principal, @Nullable SignedIn signedIn) {
  /** The connection's own login, for himself. */
  public static final Decider LOGIN = new Decider(null, null);

  /** The connection's own login, for somebody else. */
  public static Decider onBehalfOf(String principal) {
    return new Decider(principal, null);
  }

  /**
   * Somebody whom the console has signed in.
   *
   * @param issuer who vouches for him
   * @param subject who he is, there
   * @param roles of approvers that he is in
   */
  public record SignedIn(String issuer, String subject, Set<String> roles) {
    /** Copies the roles. */
    public SignedIn {
      roles = Set.copyOf(roles);
    }
  }
}
