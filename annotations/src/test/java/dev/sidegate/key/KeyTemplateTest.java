package dev.sidegate.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sidegate.key.KeyTemplate.Filter;
import dev.sidegate.key.KeyTemplate.Hole;
import dev.sidegate.key.KeyTemplate.Literal;
import dev.sidegate.key.KeyTemplateException.Fault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyTemplateTest {

  @Test
  void aTemplateIsLiteralsAndHolesInOrder() {
    KeyTemplate template = KeyTemplate.parse("refund:{order.id}:{refundNo?}");

    assertThat(template.parts()).hasSize(4);
    assertThat(template.parts().get(0)).isEqualTo(new Literal(0, "refund:"));
    assertThat(template.parts().get(2)).isEqualTo(new Literal(17, ":"));
    assertThat(template.holes()).extracting(Hole::pathText).containsExactly("order.id", "refundNo");
    assertThat(template.holes()).extracting(Hole::optional).containsExactly(false, true);
    assertThat(template.holes()).extracting(Hole::offset).containsExactly(7, 18);
    assertThat(template.holes().get(0).path().get(1).offset()).isEqualTo(14);
  }

  @ParameterizedTest
  @CsvSource({
    "'{a}',NONE,0",
    "'{a|fold}',FOLD,0",
    "'{a|scale0}',SCALE,0",
    "'{a|scale02}',SCALE,2",
    "'{a|scale18}',SCALE,18",
    "'{a|sha256}',SHA256,0",
    "'{a?|hmac}',HMAC,0"
  })
  void aHoleHasOneFilter(String text, Filter.Kind kind, int digits) {
    assertThat(KeyTemplate.parse(text).holes().get(0).filter()).isEqualTo(new Filter(kind, digits));
  }

  @Test
  void theEffectIsTheLiteralBeforeTheFirstColon() {
    assertThat(KeyTemplate.parse("refund:{id}").effect()).contains("refund");
    assertThat(KeyTemplate.parse("refund:eu:{id}").effect()).contains("refund");
    assertThat(KeyTemplate.parse("{id}:refund").effect()).isEmpty();
    assertThat(KeyTemplate.parse("refund/{id}:x").effect()).isEmpty();
    assertThat(KeyTemplate.parse(":{id}").effect()).isEmpty();
  }

  @Test
  void scopeGivesTenantAndTrigger() {
    KeyTemplate template = KeyTemplate.parse("open:{scope.tenant}:{scope.trigger?}:{id}");

    assertThat(template.holes()).extracting(Hole::isScope).containsExactly(true, true, false);
    assertThat(template.holes().get(0).isTenant()).isTrue();
    assertThat(template.holes().get(1).isTrigger()).isTrue();
  }

  @Test
  void aScopeMayBeAConstant() {
    assertThat(KeyTemplate.parseQualifier("eu-west").holes()).isEmpty();
    assertThat(KeyTemplate.parseQualifier("{scope.tenant}").holes()).hasSize(1);
  }

  @Test
  void positionalHolesHaveNoPath() {
    KeyTemplate template = KeyTemplate.parsePositional("refund:{}:{?}:{|fold}:{?|scale2}");

    assertThat(template.holes()).allMatch(hole -> hole.path().isEmpty() && !hole.isScope());
    assertThat(template.holes())
        .extracting(Hole::optional)
        .containsExactly(false, true, false, true);
    assertThat(template.holes().get(3).filter()).isEqualTo(new Filter(Filter.Kind.SCALE, 2));
  }

  @Test
  void namesMayHoldAnyLetterOfJava() {
    assertThat(KeyTemplate.parse("x:{größe.$id_1}").holes().get(0).pathText())
        .isEqualTo("größe.$id_1");
  }

  /** The caret stands under the offset; what it points at is the column of the first sign. */
  @ParameterizedTest(name = "[{0}]")
  @CsvSource(
      quoteCharacter = '"',
      delimiter = ';',
      value = {
        "\"\";EMPTY;0;nothing is written",
        "refund;CONSTANT;0;the same for every call",
        "x:{scope.trigger};CONSTANT;0;the same for every call",
        "re fund:{id};CHARACTER;2;no space",
        "refund%:{id};CHARACTER;6;meaning of its own",
        "refund!{id};CHARACTER;6;meaning of its own",
        "refund#{id};CHARACTER;6;meaning of its own",
        "rückzahlung:{id};CHARACTER;1;U+00FC is not printable ASCII",
        "refund:😀{id};CHARACTER;7;U+1F600",
        "refund:id};BRACE;9;was not opened",
        "refund:{id;BRACE;7;not closed",
        "refund:{id.;BRACE;7;not closed",
        "refund:{;BRACE;7;not closed",
        "refund:{a{b}};BRACE;9;inside a hole",
        "refund:{};PATH;8;a name is missing",
        "refund:{.id};PATH;8;a name is missing",
        "refund:{order..id};PATH;14;a name is missing",
        "refund:{order.};PATH;14;a name is missing",
        "refund:{?};PATH;8;a name is missing",
        "refund:{ id};PATH;8;no space",
        "refund:{id };PATH;10;no space",
        "refund:{1st};PATH;8;'1' cannot stand",
        "refund:{items[0]};PATH;13;does not index",
        "refund:{order?.id};PATH;14;goes on after its '?'",
        "refund:{id??};PATH;11;stands twice",
        "refund:{id|fold?};PATH;15;stands twice or behind",
        "refund:{order.getId()};CALL;19;not a call",
        "refund:{uuid()};CALL;12;not a call",
        "refund:{id|};FILTER;11;a filter is missing",
        "refund:{id|lower};FILTER;11;there is no filter \"lower\"",
        "refund:{id|Fold};FILTER;11;there is no filter",
        "refund:{id|scale};FILTER;11;from 0 to 18",
        "refund:{id|scale19};FILTER;11;from 0 to 18",
        "refund:{id|scale-1};FILTER;11;from 0 to 18",
        "refund:{id|scale２};FILTER;11;from 0 to 18",
        "refund:{id|fold|sha256};FILTER;15;one filter",
        "x:{a}{b};SEPARATOR;5;nothing stands between",
        "x:{a}-{b};SEPARATOR;5;may also stand inside a value",
        "x:{a}v1.{b};SEPARATOR;5;may also stand inside a value",
        "x:{scope};SCOPE;3;scope is not a value",
        "x:{scope.tenent};SCOPE;9;scope has no \"tenent\"",
        "x:{scope.tenant.id};SCOPE;16;has no properties"
      })
  void aFaultIsToldWithItsPlace(String text, Fault fault, int offset, String reason) {
    KeyTemplateException told = refusal(text);

    assertThat(told.fault()).isEqualTo(fault);
    assertThat(told.offset()).isEqualTo(offset);
    assertThat(told.reason()).contains(reason);
    assertThat(told.remedy()).isNotBlank();
    assertThat(told.template()).isEqualTo(text);
    assertThat(told).hasMessageContaining(reason).hasMessageContaining("offset " + offset);
  }

  @Test
  void aHoleWithAPathIsRefusedWhereHolesGoByPosition() {
    KeyTemplateException told =
        catchThrowableOfType(
            KeyTemplateException.class, () -> KeyTemplate.parsePositional("refund:{id}"));

    assertThat(told.fault()).isEqualTo(Fault.PATH);
    assertThat(told.remedy()).contains("{}");
  }

  @Test
  void aMisspeltNameBringsTheNearestOne() {
    assertThat(refusal("x:{scope.tenent}").remedy()).isEqualTo("did you mean \"tenant\"?");
    assertThat(refusal("x:{a|sha265}").remedy()).isEqualTo("did you mean \"sha256\"?");
    assertThat(refusal("x:{a|upper}").remedy())
        .isEqualTo("choose one of \"fold\", \"hmac\", \"scale2\", \"sha256\"");
  }

  private static KeyTemplateException refusal(String text) {
    return catchThrowableOfType(KeyTemplateException.class, () -> KeyTemplate.parse(text));
  }
}
