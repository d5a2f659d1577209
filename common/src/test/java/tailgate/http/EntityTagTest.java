package tailgate.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EntityTagTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"xyzzy\"",
        "W/\"xyzzy\"",
        "\"\"",
        "W/\"\"",
        "\"a,b\"",
        "\"W/\"",
        "\"!#$%&'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~\"",
        "\"\u0080\u0085\u00a0\u00ff\"",
      })
  void aTagIsReadAsItIsWritten(String text) {
    assertThat(EntityTag.parse(text)).hasToString(text);
  }

  @Test
  void whatStandsBetweenTheQuotesIsOpaque() {
    assertThat(EntityTag.parse("\"W/\\\"")).isEqualTo(EntityTag.strong("W/\\"));
    assertThat(EntityTag.parse("W/\"a\"")).isEqualTo(EntityTag.weak("a"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "*",
        "xyzzy",
        "'xyzzy'",
        "\"",
        "\"xyzzy",
        "xyzzy\"",
        "\"xy\"zzy\"",
        "\"xy\\\"zzy\"",
        "\"xy zzy\"",
        "\"xy\tzzy\"",
        "\"xy\u007fzzy\"",
        "\"xy\u0100zzy\"",
        "\"xyzzy\" ",
        " \"xyzzy\"",
        "\"a\",\"b\"",
        "w/\"xyzzy\"",
        "W\"xyzzy\"",
        "W/ \"xyzzy\"",
        "W/W/\"xyzzy\"",
        "W/xyzzy",
        "W/",
        "\"xyzzy\"-gzip",
      })
  void nothingElseIsATag(String text) {
    assertThat(EntityTag.parse(text)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\"", "a b", "a\r\n", "\0", "\u007f", "\u0100"})
  void noTagIsMadeThatCouldNotBeSent(String opaque) {
    assertThatThrownBy(() -> EntityTag.strong(opaque)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> EntityTag.weak(opaque)).isInstanceOf(IllegalArgumentException.class);
  }

  /** The table of RFC 9110 §8.8.3.2. */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "W/\"1\", W/\"1\", false, true",
        "W/\"1\", W/\"2\", false, false",
        "W/\"1\", \"1\",   false, true",
        "\"1\",   W/\"1\", false, true",
        "\"1\",   \"1\",   true,  true",
        "\"1\",   \"2\",   false, false",
        "\"a\",   \"A\",   false, false",
        "\"\",    \"\",    true,  true",
      })
  void twoTagsAreCompared(String one, String other, boolean strongly, boolean weakly) {
    EntityTag tag = tag(one);

    assertThat(tag.matchesStrongly(tag(other))).isEqualTo(strongly);
    assertThat(tag.matchesWeakly(tag(other))).isEqualTo(weakly);
  }

  private static EntityTag tag(String text) {
    return Objects.requireNonNull(EntityTag.parse(text), text);
  }
}
