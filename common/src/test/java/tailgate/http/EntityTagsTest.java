package tailgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EntityTagsTest {

  private static final EntityTag A = EntityTag.strong("a");
  private static final EntityTag B = EntityTag.weak("b");

  private static EntityTags parse(String... lines) {
    return EntityTags.parse(List.of(lines));
  }

  private static EntityTags listed(EntityTag... tags) {
    return new EntityTags.Listed(List.of(tags));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"a\", W/\"b\"",
        "\"a\",W/\"b\"",
        "\"a\" \t ,\t W/\"b\"",
        ",\"a\",, ,W/\"b\",",
        " \t,\t \"a\" , \t , W/\"b\" , ,",
      })
  void emptyElementsAndWhiteSpaceDoNotCount(String line) {
    assertThat(parse(line)).isEqualTo(listed(A, B));
  }

  @Test
  void severalLinesAreOneList() {
    assertThat(parse("\"a\"", "W/\"b\"")).isEqualTo(listed(A, B));
    assertThat(parse("", "\"a\",", "", ",W/\"b\"")).isEqualTo(listed(A, B));
  }

  @Test
  void aTagMayHoldACommaAndAnAsterisk() {
    assertThat(parse("\"a,b\", \"c,\", \",\", \"*\""))
        .isEqualTo(
            listed(
                EntityTag.strong("a,b"),
                EntityTag.strong("c,"),
                EntityTag.strong(","),
                EntityTag.strong("*")));
  }

  @Test
  void anAsteriskAloneIsAny() {
    assertThat(parse("*")).isEqualTo(new EntityTags.Any());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*, \"a\"",
        "\"a\", *",
        "*,",
        "**",
        "a",
        "\"a\" \"b\"",
        "\"a\"\"b\"",
        "\"a\"W/\"b\"",
        "\"a\"; \"b\"",
        "\"a\", b",
        "\"a\", \"b",
        "\"a\", w/\"b\"",
        "\"a\", \"b c\"",
        "\"a\",\u00a0\"b\"",
        "\"a\", \"b\"x",
      })
  void aListThatBreaksTheRulesAnywhereHasNoTags(String line) {
    assertThat(parse(line)).isEqualTo(listed());
    assertThat(parse("\"c\"", line)).isEqualTo(listed());
    assertThat(parse(line, "\"c\"")).isEqualTo(listed());
  }

  @Test
  void moreThanOneAsteriskOrATagAcrossLinesBreaksTheRules() {
    assertThat(parse("*", "*")).isEqualTo(listed());
    assertThat(parse("*", "")).isEqualTo(listed());
    assertThat(parse("\"a", "b\"")).isEqualTo(listed());
  }

  @Test
  void anEmptyListHasNoTags() {
    assertThat(parse("")).isEqualTo(listed());
    assertThat(parse(", ,\t,")).isEqualTo(listed());
    assertThat(parse()).isEqualTo(listed());
  }

  @Test
  void aListAsLongAsALineIsRead() {
    assertThat(parse(",".repeat(100_000))).isEqualTo(listed());
    assertThat(parse("\"" + "a".repeat(100_000) + "\""))
        .isEqualTo(listed(EntityTag.strong("a".repeat(100_000))));
  }

  @Test
  void aListOfTooManyTagsHasNone() {
    String half = "\"a\",".repeat(50);

    assertThat(parse(half, half)).isNotEqualTo(listed());
    assertThat(parse(half, half, "\"a\"")).isEqualTo(listed());
    assertThat(parse("\"a\",".repeat(101))).isEqualTo(listed());
  }

  @Test
  void anyContainsWhateverThereIs() {
    Validators untagged = new Validators(null, Instant.EPOCH);

    assertThat(parse("*").contain(untagged, EntityTag::matchesStrongly)).isTrue();
    assertThat(parse("*").contain(null, EntityTag::matchesStrongly)).isFalse();
    assertThat(parse("\"a\"").contain(untagged, EntityTag::matchesWeakly)).isFalse();
    assertThat(parse("\"a\"").contain(null, EntityTag::matchesWeakly)).isFalse();
  }
}
