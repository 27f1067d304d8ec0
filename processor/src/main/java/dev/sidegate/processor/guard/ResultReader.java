package dev.sidegate.processor.guard;

import dev.sidegate.Sensitive;
import dev.sidegate.processor.guard.GuardedMethod.Result;
import dev.sidegate.processor.report.Findings;
import dev.sidegate.processor.report.Message;
import dev.sidegate.processor.report.Place;
import dev.sidegate.processor.shape.Marks;
import dev.sidegate.processor.shape.Refusal;
import dev.sidegate.processor.shape.Shape;
import dev.sidegate.processor.shape.ShapeReader;
import dev.sidegate.processor.source.Language;
import dev.sidegate.processor.source.Mark;
import dev.sidegate.processor.source.TypeText;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** Reads what a method gives, and whether a later caller can be given it again. */
final class ResultReader {
  private static final String LATER = "its effect would happen after the guard has settled";
  private static final Set<String> LATER_TYPES =
      Set.of(
          "java.util.concurrent.Future",
          "java.util.concurrent.CompletionStage",
          "org.reactivestreams.Publisher",
          "java.util.concurrent.Flow.Publisher",
          "io.reactivex.rxjava3.core.Single",
          "io.reactivex.rxjava3.core.Maybe",
          "io.reactivex.rxjava3.core.Completable",
          "io.reactivex.rxjava3.core.Observable",
          "io.smallrye.mutiny.Uni",
          "kotlinx.coroutines.flow.Flow",
          "kotlinx.coroutines.Job");
  private static final Set<String> LAZY_TYPES =
      Set.of(
          "java.util.stream.BaseStream",
          "java.util.Iterator",
          "java.io.InputStream",
          "java.io.Reader");

  private final Round round;
  private final String fromPackage;
  private final ExecutableElement method;
  private final Findings findings;
  private boolean sensitive;

  ResultReader(Round round, String fromPackage, ExecutableElement method, Findings findings) {
    this.round = round;
    this.fromPackage = fromPackage;
    this.method = method;
    this.findings = findings;
  }

  /** The result; one that is refused or lost is a finding. */
  Result read() {
    if (method.getReturnType().getKind() == TypeKind.VOID) {
      return new Result("void", null, true, Marks.NONE);
    }
    TypeMirror type = round.language().bound(method.getReturnType());
    sensitive = Mark.isOn(method, Sensitive.class);
    Marks marks = new Marks(false, sensitive);
    boolean stage =
        Language.is(type, CompletionStage.class) || Language.is(type, CompletableFuture.class);
    if (stage) {
      return stage((DeclaredType) type, marks);
    }
    if (!demandNow(type)) {
      return new Result("value", null, false, marks);
    }
    String returns = Language.is(type, Optional.class) ? "optional" : "value";
    return stored(returns, type, marks);
  }

  /** Whether something in the result is sensitive. */
  boolean isSensitive() {
    return sensitive;
  }

  private Result stage(DeclaredType type, Marks marks) {
    List<? extends TypeMirror> arguments = type.getTypeArguments();
    TypeMirror value =
        arguments.isEmpty() ? round.language().object() : round.language().bound(arguments.get(0));
    return demandNow(value)
        ? stored("stage", value, marks)
        : new Result("stage", null, false, marks);
  }

  private Result stored(String returns, TypeMirror value, Marks marks) {
    if (Language.is(value, Void.class)) {
      return new Result(returns, null, true, marks);
    }
    ShapeReader reader =
        new ShapeReader(round.language(), round.classes(), round.shapes(), fromPackage, "result");
    try {
      Shape shape = reader.read(value);
      sensitive |= reader.isSensitive();
      if (reader.notRebuilt().isPresent()) {
        throw reader.notRebuilt().get();
      }
      if (reader.isPerAttempt()) {
        throw new Refusal(
            Message.TYPE_NOT_REBUILT,
            "result (" + TypeText.simple(value) + ")",
            "a part of it is @PerAttempt",
            "");
      }
      return new Result(returns, shape, true, marks);
    } catch (Refusal refusal) {
      findings.add(Message.RESULT_NOT_STORED, Place.of(method), refusal.reason());
      return new Result(returns, null, false, marks);
    }
  }

  /** Refuses what is only begun when the body returns. */
  private boolean demandNow(TypeMirror type) {
    String remedy = "return a value, or exactly CompletionStage or CompletableFuture of one";
    if (Language.isSubtype(type, LATER_TYPES)) {
      findings.add(
          Message.METHOD_RESULT_LATER, Place.of(method), TypeText.simple(type), LATER, remedy);
      return false;
    }
    if (Language.isSubtype(type, LAZY_TYPES)) {
      findings.add(
          Message.METHOD_RESULT_LATER,
          Place.of(method),
          TypeText.simple(type),
          "it can be read only once, and what reads it runs after the guard has settled",
          "return its content: a List, String or byte[]");
      return false;
    }
    return true;
  }
}
