package tailgate.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Any text as the value of a field that selects: what is made of it is true of the text. */
class FieldValueFuzzTest {

  private static final int MAX_RANGES = 500;
  private static final long[] LENGTHS = {1, 2, 10, 1000, 1L << 40, Long.MAX_VALUE};
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  /** From here to there dates can be written. */
  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");

  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

  @FuzzTest
  void value(byte[] bytes) {
    if (bytes.length <= MAX_RANGES) {
      String value = new String(bytes, ISO_8859_1);
      range(value);
      tag(EntityTag.parse(value), value);
      tags(value);
      date(HttpDate.parse(value, NOW), value);
      codings(value);
    }
  }

  private static void range(String value) {
    List<RangeSpec> specs = RangeSpec.parseAll(value, ByteRanges.MAX_RANGES);
    assertThat(specs).hasSizeLessThanOrEqualTo(ByteRanges.MAX_RANGES);
    for (RangeSpec spec : specs) {
      for (long length : LENGTHS) {
        if (spec.isSatisfiable(length)) {
          assertThat(spec.within(length).last()).isBetween(spec.within(length).first(), length - 1);
        }
      }
    }
  }

  private static void tag(@Nullable EntityTag tag, String value) {
    if (tag != null) {
      assertThat(tag).hasToString(value);
      assertThat(EntityTags.parse(List.of(value))).isEqualTo(new EntityTags.Listed(List.of(tag)));
    }
  }

  private static void tags(String value) {
    if (EntityTags.parse(List.of(value)) instanceof EntityTags.Listed(List<EntityTag> tags)) {
      String list = String.join(",", tags.stream().map(EntityTag::toString).toList());
      assertThat(EntityTags.parse(List.of(list))).isEqualTo(new EntityTags.Listed(tags));
      assertThat(tags).allMatch(tag -> value.contains(tag.toString()));
    }
  }

  private static void date(@Nullable Instant date, String value) {
    if (date == null || date.isBefore(FIRST) || date.isAfter(LAST)) {
      return;
    }
    String written = HttpDate.format(date);
    assertThat(HttpDate.parse(written, NOW)).isEqualTo(date);
    assertThat(DateTimeFormatter.RFC_1123_DATE_TIME.parse(written, Instant::from)).isEqualTo(date);
    if (value.endsWith("GMT") && value.indexOf('-') < 0 && !value.contains(":60 ")) {
      assertThat(written).isEqualTo(value);
    }
  }

  /** The choice is among what there is, and acceptable unless nothing is. */
  private static void codings(String value) {
    AcceptEncoding accepted = AcceptEncoding.parse(List.of(value));
    for (Set<ContentCoding> available :
        List.of(
            EnumSet.noneOf(ContentCoding.class),
            EnumSet.of(ContentCoding.GZIP),
            EnumSet.allOf(ContentCoding.class))) {
      ContentCoding chosen = accepted.choose(available);
      boolean any =
          accepted.accepts(ContentCoding.IDENTITY)
              || available.stream().anyMatch(accepted::accepts);
      assertThat(chosen == ContentCoding.IDENTITY || available.contains(chosen)).isTrue();
      assertThat(accepted.accepts(chosen)).isEqualTo(any);
    }
  }
}
