package dev.sidegate;

/** When a person is asked. */
public enum ApprovalMode {
  /** Nothing runs before the yes. */
  BEFORE_ACT,
  /** Authorised at once, sent after a window in which anybody in the role may withdraw it. */
  CANCEL_WINDOW,
  /** A deterministic rule lets narrow cases pass; a stable sample goes to a person all the same. */
  BY_EXCEPTION
}
