import dev.sidegate.SideEffect;
import dev.sidegate.Sidegate;
import java.util.concurrent.Callable;
import java.util.concurrent.Flow;
import kotlin.coroutines.Continuation;

/** Guarded methods that cannot be guarded. */
public class Refused {

  static class Reactive {
    @SideEffect(key = "k:{a}")
    Flow.Publisher<String> published(String a) {
      System.out.println("body");
      return null;
    }
  }

  static class Suspending {
    @SideEffect(key = "k:{a}")
    Object suspended(String a, Continuation<String> then) {
      System.out.println("body");
      return null;
    }
  }

  interface Abstract {
    @SideEffect(key = "k:{a}")
    String bodiless(String a);
  }

  static class Implementing implements Abstract {
    @Override
    public String bodiless(String a) {
      System.out.println("body");
      return a;
    }
  }

  static class Undescribed {
    @SideEffect(key = "k:{a}")
    String undescribed(String a) {
      System.out.println("body");
      return a;
    }
  }

  public static void main(String[] arguments) {
    call(() -> new Reactive().published("a"));
    call(() -> new Suspending().suspended("a", null));
    call(() -> new Implementing().bodiless("a"));
    call(() -> new Undescribed().undescribed("a"));
    System.out.println("the program goes on");
    if (arguments.length > 0) {
      Sidegate.verify(Reactive.class, Suspending.class, Undescribed.class, Refused.class);
      System.out.println("verified");
    }
  }

  private static void call(Callable<?> call) {
    try {
      System.out.println("-> " + call.call());
    } catch (Throwable thrown) {
      System.out.println(
          "!! " + thrown.getClass().getSimpleName() + ": " + thrown.getMessage()
              + (thrown.getCause() == null ? "" : " BECAUSE " + thrown.getCause().getMessage()));
    }
  }
}
