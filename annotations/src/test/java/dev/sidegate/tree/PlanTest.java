package dev.sidegate.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** A plan finds the members that the compiler meant, or none. */
@NullUnmarked // beans are filled after they are made
class PlanTest {

  interface Named {
    default String getName() {
      return "from the interface";
    }
  }

  static class Base<T> {
    private T content;

    public T getContent() {
      return content;
    }

    public void setContent(T content) {
      this.content = content;
    }
  }

  static class Bean extends Base<String> implements Named {
    private CharSequence text;
    int count;
    String taken = "";

    public CharSequence getText() {
      return text;
    }

    public void setText(CharSequence text) {
      this.text = text;
      taken += "CharSequence ";
    }

    public void setText(String text) {
      this.text = text;
      taken += "String ";
    }

    public void setText(Object text) {
      this.text = text.toString();
      taken += "Object ";
    }
  }

  sealed interface Payment permits Card, Cash {}

  record Card(String number) implements Payment {}

  enum Cash implements Payment {
    COINS {
      @Override
      public String toString() {
        return "many";
      }
    },
    NOTES
  }

  record Failing(String id) {
    Failing {
      if (id.isEmpty()) {
        throw new IllegalStateException("no id");
      }
    }
  }

  private static final Class<?>[] CLASSES = {
    Bean.class, Payment.class, Card.class, Cash.class, Failing.class
  };

  private static Plan plan(String... lines) {
    String[] all = new String[lines.length + 1];
    all[0] = "1";
    System.arraycopy(lines, 0, all, 1, lines.length);
    return Plan.of(MethodHandles.lookup(), CLASSES, all);
  }

  @Test
  void inheritedGenericAndOverloadedMembersAreTheOnesThatTheCompilerMeant() {
    Plan plan =
        plan(
            "bean 0 3 text getText() STRING content getContent() STRING count count int"
                + " new 0 text setText() content setContent() count count",
            "method method=m",
            "payload 0 #0");

    Bean bean =
        (Bean) plan.arguments(0, Map.of("0", Map.of("text", "t", "content", "c", "count", 3L)))[0];

    assertThat(bean.taken).isEqualTo("CharSequence ");
    assertThat(bean.getContent()).isEqualTo("c");
    assertThat(bean.count).isEqualTo(3);
    assertThat(plan.payload(0, new Object[] {bean}))
        .isEqualTo(Map.of("0", Map.of("text", "t", "content", "c", "count", 3L)));
  }

  @Test
  void anInterfacesGetterIsFound() {
    Plan plan = plan("method method=m", "key 0 . 0 getName() - 1", "payload");

    assertThat(plan.holes(0, 0, new Object[] {new Bean(), "second"}))
        .containsExactly("from the interface", null, "second");
    assertThat(plan.holes(0, 1, new Object[] {new Bean(), "second"})).isEmpty();
  }

  @Test
  void aMemberThatIsGoneIsRefusedWhenItIsNeeded() {
    Plan plan = plan("method method=m", "key 0 . 0 getAge()", "method method=n", "key 0");

    assertThat(plan.holes(1, 0, new Object[] {"still there"})).containsExactly("still there");
    assertThatThrownBy(() -> plan.holes(0, 0, new Object[] {new Bean()}))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            Bean.class.getName()
                + " has changed since the guarded class was compiled (getAge()); compile both anew");
  }

  @Test
  void aConstantWithABodyIsOneOfItsType() {
    Plan plan =
        plan(
            "record 2 number STRING",
            "sealed 1 Card 2 #0 Cash 3 enum 3",
            "method method=m",
            "payload 0 #1");

    Object tree = plan.payload(0, new Object[] {Cash.COINS});

    assertThat(tree).isEqualTo(Map.of("0", Map.entry("is:Cash", "COINS")));
    assertThat(plan.arguments(0, tree)).containsExactly(Cash.COINS);
    assertThat(plan.arguments(0, Map.of("0", Map.entry("is:Card", Map.of("number", "1")))))
        .containsExactly(new Card("1"));
  }

  @Test
  void whatTheApplicationsOwnCodeThrowsIsThrownOn() {
    Plan plan = plan("record 4 id STRING", "method method=m", "payload 0 #0");

    assertThatThrownBy(() -> plan.arguments(0, Map.of("0", Map.of("id", ""))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("no id");
  }

  @Test
  void aPrimitiveWithoutAValueIsRefused() {
    Plan plan = plan("method method=m", "payload 0 int");

    assertThatThrownBy(() -> plan.arguments(0, Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void metadataSaysWhatTheLineSaysAndWhatIsGranted() {
    Map<String, Object> metadata =
        plan("method method=m parameters=a,b keyed keyTtl=24h approval.role=the\\sboss\\n\\\\"
                + " approval.mode=BEFORE_ACT")
            .methods()[0];

    assertThat(metadata)
        .containsEntry("parameters", List.of("a", "b"))
        .containsEntry("keyed", true)
        .containsEntry("idempotent", false)
        .containsEntry("execution", "INLINE")
        .containsEntry("scope", "")
        .containsEntry(
            "approval",
            Map.of("role", "the boss\n\\", "mode", "BEFORE_ACT", "unless", "", "expiresIn", ""))
        .doesNotContainKey("reconciles");
  }

  @Test
  void aPlanOfANewerProcessorIsRefused() {
    assertThatThrownBy(() -> Plan.of(MethodHandles.lookup(), CLASSES, "2", "method"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("upgrade sidegate-annotations");
  }
}
