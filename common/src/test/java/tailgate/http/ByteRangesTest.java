package tailgate.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteRangesTest {

  private static final String HUGE = "99999999999999999999999999999999999999";

  private static Request request(String method, String... values) {
    StringBuilder head = new StringBuilder(method + " / HTTP/1.1\r\nHost: test\r\n");
    for (String value : values) {
      head.append("Range: ").append(value).append("\r\n");
    }
    return Requests.parse(head.append("\r\n").toString());
  }

  private static ByteRanges parse(String value, long completeLength) {
    return ByteRanges.of(request("GET", value), completeLength);
  }

  /** The ranges as Range writes them, with a blank between two. */
  private static String ranges(String value, long completeLength) {
    return switch (parse(value, completeLength)) {
      case ByteRanges.Ignored ignored -> "ignored";
      case ByteRanges.Unsatisfiable none -> none.contentRange();
      case ByteRanges.Satisfiable some ->
          some.ranges().stream()
              .map(range -> range.first() + "-" + range.last())
              .collect(Collectors.joining(" "));
    };
  }

  /** The examples of RFC 9110 §14.1.2, for 10000 bytes. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bytes=0-499           | 0-499",
        "bytes=500-999         | 500-999",
        "bytes=-500            | 9500-9999",
        "bytes=9500-           | 9500-9999",
        "bytes=0-0,-1          | 0-0 9999-9999",
        "bytes= 0-999, 4500-5499, -1000 | 0-999 4500-5499 9000-9999",
        "bytes=500-600,601-999 | 500-999",
        "bytes=500-700,601-999 | 500-999",
      })
  void theExamplesOfTheSpecification(String value, String expected) {
    assertThat(ranges(value, 10_000)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bytes=0-              | 0-9",
        "bytes=0-9             | 0-9",
        "bytes=0-10            | 0-9",
        "bytes=9-              | 9-9",
        "bytes=9-9             | 9-9",
        "bytes=9-1000          | 9-9",
        "bytes=-1              | 9-9",
        "bytes=-10             | 0-9",
        "bytes=-11             | 0-9",
        "bytes=000-0000000000000000000000000000001 | 0-1",
        "bytes=10-             | bytes */10",
        "bytes=10-10           | bytes */10",
        "bytes=-0              | bytes */10",
        "bytes=-000            | bytes */10",
        "bytes=10-,-0,11-12    | bytes */10",
        "bytes=10-,2-3,-0      | 2-3",
        "bytes=5-4             | ignored",
        "bytes=12-11           | ignored",
        "bytes=0-1,5-4         | ignored",
      })
  void rangesOfTenBytes(String value, String expected) {
    assertThat(ranges(value, 10)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bytes=0-9223372036854775806  | 0-9",
        "bytes=0-9223372036854775807  | 0-9",
        "bytes=0-9223372036854775808  | 0-9",
        "bytes=0-18446744073709551615 | 0-9",
        "bytes=0-18446744073709551616 | 0-9",
        "bytes=0-" + HUGE + "         | 0-9",
        "bytes=-9223372036854775807   | 0-9",
        "bytes=-9223372036854775808   | 0-9",
        "bytes=-18446744073709551616  | 0-9",
        "bytes=-18446744073709551617  | 0-9",
        "bytes=-" + HUGE + "          | 0-9",
        "bytes=9223372036854775807-   | bytes */10",
        "bytes=9223372036854775808-   | bytes */10",
        "bytes=18446744073709551615-  | bytes */10",
        "bytes=18446744073709551616-  | bytes */10",
        "bytes=18446744073709551616-18446744073709551619 | bytes */10",
        "bytes=" + HUGE + "-          | bytes */10",
        "bytes=18446744073709551619-18446744073709551618 | ignored",
        "bytes=18446744073709551616-1 | ignored",
      })
  void noNumberOverflows(String value, String expected) {
    assertThat(ranges(value, 10)).isEqualTo(expected);
  }

  @Test
  void theLongestFileOfAllHasRangesToo() {
    long length = Long.MAX_VALUE;

    assertThat(ranges("bytes=0-" + HUGE, length)).isEqualTo("0-9223372036854775806");
    assertThat(ranges("bytes=-1", length)).isEqualTo("9223372036854775806-9223372036854775806");
    assertThat(ranges("bytes=9223372036854775806-,0-1", length))
        .isEqualTo("9223372036854775806-9223372036854775806 0-1");
    assertThat(ranges("bytes=" + length + "-", length)).isEqualTo("bytes */" + length);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bytes=0-    | ignored",
        "bytes=0-0   | ignored",
        "bytes=0-499 | ignored",
        "bytes=-0    | ignored",
        "bytes=-1    | ignored",
        "bytes=-5    | ignored",
        "bytes=0-,-5 | ignored",
        "bytes=5-,0- | ignored",
        "bytes=1-    | bytes */0",
        "bytes=5-    | bytes */0",
      })
  void anEmptyFileIsSentWholeToWhoAsksForItsBeginningOrEnd(String value, String expected) {
    assertThat(ranges(value, 0)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bytes", "Bytes", "BYTES", "bYtEs"})
  void theUnitMayBeInAnyCase(String unit) {
    assertThat(ranges(unit + "=1-2", 10)).isEqualTo("1-2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bytes=1-2,5-6",
        "bytes= 1-2 , 5-6",
        "bytes=\t1-2\t,\t5-6",
        "bytes=,1-2,,5-6,",
        "bytes=, ,\t,1-2, ,5-6 ,",
      })
  void emptyElementsAndWhiteSpaceDoNotCount(String value) {
    assertThat(ranges(value, 10)).isEqualTo("1-2 5-6");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "bytes",
        "bytes=",
        "bytes=,",
        "bytes= , ,",
        "bytes=-",
        "bytes=--1",
        "bytes=-1-",
        "bytes=-1-2",
        "bytes=1",
        "bytes=1-2-3",
        "bytes=1--2",
        "bytes=+1-2",
        "bytes=1-+2",
        "bytes=0x1-2",
        "bytes=1.0-2",
        "bytes=a-b",
        "bytes=1 -2",
        "bytes=1- 2",
        "bytes=- 1",
        "bytes=*",
        "bytes=\"1-2\"",
        "bytes=1-2;5-6",
        "bytes=1-2 5-6",
        "bytes=1-2,junk,5-6",
        "bytes=1-2,5-6,junk",
        "bytes=junk,1-2",
        "bytes=1-2,bytes=5-6",
        "bytes =1-2",
        "bytes 1-2",
        "bytes:1-2",
        "bytes 1-2/10",
        "byte=1-2",
        "bytess=1-2",
        "=1-2",
        "1-2",
        "lines=1-2",
        "none",
        "bytes=\u00b2-\u00b3",
        "bytes=1-2,\u00a05-6",
      })
  void whatBreaksTheRulesAnywhereIsIgnored(String value) {
    assertThat(ranges(value, 10)).isEqualTo("ignored");
  }

  @Test
  void aNumberWithoutEndIsNone() {
    assertThat(ranges("bytes=0-" + "9".repeat(100), 10)).isEqualTo("0-9");
    assertThat(ranges("bytes=0-" + "9".repeat(101), 10)).isEqualTo("ignored");
    assertThat(ranges("bytes=-" + "9".repeat(5000), 10)).isEqualTo("ignored");
  }

  @Test
  void aFieldThatWasNotSentOrSentTwiceIsIgnored() {
    assertThat(ByteRanges.of(request("GET"), 10)).isEqualTo(new ByteRanges.Ignored());
    assertThat(ByteRanges.of(request("GET", "bytes=0-0", "bytes=2-2"), 10))
        .isEqualTo(new ByteRanges.Ignored());
  }

  @ParameterizedTest
  @EnumSource(
      value = Method.class,
      names = {"HEAD", "POST", "PUT", "DELETE", "PATCH"})
  void onlyAGetHasRanges(Method method) {
    assertThat(ByteRanges.of(request(method.name(), "bytes=0-0"), 10))
        .isEqualTo(new ByteRanges.Ignored());
    assertThat(ByteRanges.of(request(method.name(), "bytes=10-"), 10))
        .isEqualTo(new ByteRanges.Ignored());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "bytes=0-1,2-3          | 0-3", // adjacent
        "bytes=2-3,0-1          | 0-3",
        "bytes=0-1,3-4          | 0-1 3-4",
        "bytes=5-5,5-5,5-5      | 5-5",
        "bytes=0-,0-,0-         | 0-99",
        "bytes=0-50,10-20       | 0-50", // within
        "bytes=10-20,0-50       | 0-50",
        "bytes=90-95,50-55,0-5  | 90-95 50-55 0-5", // in the client's order
        "bytes=90-95,0-5,50-55,6-9 | 90-95 0-9 50-55", // in the first one's place
        "bytes=20-29,0-9,40-49,10-19 | 0-29 40-49", // a bridge
        "bytes=0-9,40-49,20-29,5-45  | 0-49",
        "bytes=-10,95-          | 90-99",
        "bytes=0-0,-100         | 0-99",
      })
  void rangesThatTouchAreSentAsOne(String value, String expected) {
    assertThat(ranges(value, 100)).isEqualTo(expected);
  }

  @Test
  void noByteIsSentTwiceAndNoneIsMissing() {
    StringBuilder value = new StringBuilder("bytes=");
    Set<Long> asked = new TreeSet<>();
    for (int i = 0; i < ByteRanges.MAX_RANGES; i++) {
      int first = i * 37 % 100;
      int last = first + i % 3;
      value.append(first).append('-').append(last).append(',');
      LongStream.rangeClosed(first, Math.min(last, 99)).forEach(asked::add);
    }

    assertThat(parse(value.toString(), 100))
        .isInstanceOfSatisfying(
            ByteRanges.Satisfiable.class,
            some ->
                assertThat(some.ranges().stream().flatMapToLong(ByteRangesTest::positions).boxed())
                    .containsExactlyInAnyOrderElementsOf(asked));
  }

  private static LongStream positions(ByteRange range) {
    return LongStream.rangeClosed(range.first(), range.last());
  }

  /** zchunk begins with 255, zsync with 20. */
  @Test
  void asManyRangesAsToolsRequestAreAllowed() {
    assertThat(ranges(everySecondByte(255), 1000)).endsWith(" 506-506 508-508");
  }

  @Test
  void moreRangesThanAllowedAreIgnored() {
    assertThat(ranges(everySecondByte(ByteRanges.MAX_RANGES), 1000)).startsWith("0-0 2-2 ");
    assertThat(ranges(everySecondByte(ByteRanges.MAX_RANGES + 1), 1000)).isEqualTo("ignored");
    assertThat(ByteRanges.of(request("GET", "bytes=0-0,2-2"), 10, 2))
        .isInstanceOf(ByteRanges.Satisfiable.class);
    assertThat(ByteRanges.of(request("GET", "bytes=0-0,2-2"), 10, 1))
        .isEqualTo(new ByteRanges.Ignored());
    assertThat(ByteRanges.of(request("GET", "bytes=0-0"), 10, 0))
        .isEqualTo(new ByteRanges.Ignored());
  }

  @Test
  void rangesAreCountedBeforeTheyAreJoined() {
    assertThat(ranges("bytes=" + "0-,".repeat(1000), 10)).isEqualTo("ignored");
    assertThat(ranges("bytes=" + ",".repeat(1000) + "0-", 10)).isEqualTo("0-9");
  }

  private static String everySecondByte(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> 2 * i + "-" + 2 * i)
        .collect(Collectors.joining(",", "bytes=", ""));
  }

  @Test
  void contentRangeTellsWhichBytesOfHowMany() {
    assertThat(new ByteRange(0, 499).contentRange(1234)).isEqualTo("bytes 0-499/1234");
    assertThat(new ByteRange(734, 1233).contentRange(1234)).isEqualTo("bytes 734-1233/1234");
    assertThat(new ByteRanges.Unsatisfiable(47022).contentRange()).isEqualTo("bytes */47022");
    assertThatThrownBy(() -> new ByteRange(0, 10).contentRange(10))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aRangeHasAtLeastOneByte() {
    assertThat(new ByteRange(3, 3).length()).isEqualTo(1);
    assertThat(new ByteRange(0, Long.MAX_VALUE - 1).length()).isEqualTo(Long.MAX_VALUE);
    assertThatThrownBy(() -> new ByteRange(3, 2)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ByteRange(-1, 2)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new ByteRange(0, Long.MAX_VALUE))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
