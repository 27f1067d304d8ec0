import dev.sidegate.SideEffect;

public class EarlyTool {
  @SideEffect(key = "pay:{a}")
  String pay(String a) {
    System.out.println("body");
    return a;
  }

  void added() {}
}
