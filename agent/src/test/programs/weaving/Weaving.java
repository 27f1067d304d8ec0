import dev.sidegate.SideEffect;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** Calls a guarded method of every kind. */
public class Weaving {

  @SideEffect(key = "k:{a}")
  String many(String a, int b, long c, double d, boolean e) {
    System.out.println("body");
    return a + b + c + d + e;
  }

  @SideEffect(key = "k:{a}")
  private int twice(int a) {
    System.out.println("body");
    return a * 2;
  }

  @SideEffect(key = "k:{a}")
  static final void nothing(long a) {
    System.out.println("body");
  }

  @SideEffect(key = "k:{a}")
  <T extends Comparable<T>> List<T> generic(T a, List<? super T>[] others) {
    System.out.println("body");
    return new ArrayList<>(List.of(a));
  }

  @SideEffect(key = "k:{a}")
  synchronized boolean locked(String a) {
    try {
      System.out.println("body");
      return Thread.holdsLock(this);
    } finally {
      System.out.print("");
    }
  }

  @SideEffect(key = "k:{a}")
  String broken(String a) {
    System.out.println("body");
    throw new IllegalArgumentException("broken");
  }

  interface WithDefault {
    @SideEffect(key = "k:{a}")
    default String inherited(String a) {
      System.out.println("body");
      return a;
    }
  }

  static class Nested implements WithDefault, Supplier<String> {
    @Override
    @SideEffect(key = "k")
    public String get() { // javac copies the annotation to a bridge
      System.out.println("body");
      return "got";
    }
  }

  record Point(int x) {
    @SideEffect(key = "k:{dx}")
    Point moved(int dx) {
      System.out.println("body");
      return new Point(x + dx);
    }
  }

  String unguarded() {
    return "free";
  }

  public static void main(String[] arguments) throws Exception {
    TestDoor.open(arguments[0]);
    Weaving weaving = new Weaving();
    call(() -> weaving.many("a", 1, 2L, 3.5, true));
    call(() -> weaving.twice(21));
    call(
        () -> {
          nothing(5L);
          return "returned";
        });
    call(() -> weaving.generic("x", null));
    call(() -> weaving.locked("s"));
    call(() -> weaving.broken("b"));
    call(() -> new Nested().inherited("i"));
    Supplier<String> throughBridge = new Nested();
    call(throughBridge::get);
    call(() -> new Point(1).moved(2));
    call(weaving::unguarded);
    System.out.println(
        Weaving.class.getDeclaredMethod("twice", int.class).getAnnotation(SideEffect.class).key());
  }

  private static void call(Callable<?> call) {
    try {
      System.out.println("-> " + call.call());
    } catch (Throwable thrown) {
      System.out.println("!! " + thrown.getMessage());
    }
  }
}
