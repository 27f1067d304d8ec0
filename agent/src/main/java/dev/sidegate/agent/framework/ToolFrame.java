package dev.sidegate.agent.framework;

import org.jspecify.annotations.Nullable;

/** A framework's method that calls a tool, and answers with what the tool answers. */
final class ToolFrame implements Frame {

  /** How the framework takes answers. */
  interface Form {

    /** The answer that the framework's method gives for this text. */
    Object answer(String text) throws ReflectiveOperationException;

    /** Whether an answer tells the model that the tool failed. */
    boolean tellsOfFailure(Object answer) throws ReflectiveOperationException;
  }

  private final ToolCalls calls;
  private final ToolCall call;
  private final Form form;
  private final @Nullable ToolCall outer;

  private ToolFrame(ToolCalls calls, ToolCall call, Form form) {
    this.calls = calls;
    this.call = call;
    this.form = form;
    this.outer = calls.begin(call);
  }

  /** The call begins in this thread. */
  static ToolFrame begin(ToolCalls calls, ToolCall call, Form form) {
    return new ToolFrame(calls, call, form);
  }

  @Override
  public End end(End own) throws ReflectiveOperationException {
    HeldCall held = HeldCall.in(own.thrown());
    if (held == null && own.result() != null && form.tellsOfFailure(own.result())) {
      held = call.lastHeld(); // the exception itself is gone by now
    }
    return held == null ? own : End.returned(form.answer(call.answer(held)));
  }

  @Override
  public void close() {
    calls.end(outer);
  }
}
