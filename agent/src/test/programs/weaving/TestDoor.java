import java.lang.reflect.Field;
import java.util.function.BiFunction;

/** Stands in for the engine: prints each question, and answers as told. */
final class TestDoor {
  private TestDoor() {}

  static void open(String how) throws ReflectiveOperationException {
    Field field = Class.forName("java.lang.SidegateDoor").getField("door");
    @SuppressWarnings("unchecked")
    BiFunction<String, Object[], Object> agent =
        (BiFunction<String, Object[], Object>) field.get(null);
    BiFunction<String, Object[], Object> door =
        (question, with) ->
            switch (question) {
              case "enter" -> enter(how, (String) with[1]);
              case "exit" -> exit(how, with);
              default -> agent.apply(question, with);
            };
    field.set(null, door);
  }

  private static Object enter(String how, String method) {
    System.out.println("enter " + method);
    return switch (how) {
      case "throw" -> throw new IllegalStateException("the engine is away");
      case "nothing" -> null;
      case "skip" -> new Object[] {method.equals("twice") ? 7 : method.equals("locked") ? true : null};
      default -> "token of " + method;
    };
  }

  private static Object exit(String how, Object[] with) {
    System.out.println("exit with the " + with[0] + ": " + with[1] + ", " + with[2]);
    return switch (how) {
      case "replace" -> new Object[] {null, new IllegalStateException("in doubt")};
      case "rescue" -> new Object[] {with[1] == null ? "rescued" : with[1], null};
      default -> new Object[] {with[1], with[2]};
    };
  }
}
