import dev.sidegate.Sidegate;

/** Calls a tool that may have been loaded before the agent. */
public class Early {
  public static void main(String[] arguments) {
    System.out.println("main");
    try {
      System.out.println("-> " + new EarlyTool().pay("a"));
    } catch (RuntimeException refused) {
      System.out.println("!! " + refused.getClass().getSimpleName());
    }
    if (arguments.length > 0) {
      Sidegate.verify(EarlyTool.class);
    }
  }
}
