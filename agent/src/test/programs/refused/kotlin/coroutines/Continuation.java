package kotlin.coroutines;

/** As Kotlin's standard library has it. */
public interface Continuation<T> {}
