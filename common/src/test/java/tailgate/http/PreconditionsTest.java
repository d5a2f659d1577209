package tailgate.http;

import static org.assertj.core.api.Assertions.assertThat;
import static tailgate.http.Preconditions.Outcome.FAILED;
import static tailgate.http.Preconditions.Outcome.NOT_MODIFIED;
import static tailgate.http.Preconditions.Outcome.PROCEED;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.http.Preconditions.Outcome;

/** In all tests {@code BEFORE < MODIFIED < AFTER < now < FUTURE}, and the current tag is "a". */
class PreconditionsTest {

  private static final Instant NOW = Instant.parse("2026-06-15T12:00:00.5Z");

  private static final String BEFORE = "Sun, 14 Jun 2026 11:59:59 GMT";
  private static final String MODIFIED = "Sun, 14 Jun 2026 12:00:00 GMT";
  private static final String AFTER = "Sun, 14 Jun 2026 12:00:01 GMT";
  private static final String MODIFIED_TIME = "2026-06-14T12:00:00Z";
  private static final String FUTURE = "Mon, 15 Jun 2026 12:00:01 GMT";

  /** The fraction is what a file system says and a client never sees. */
  private static final Validators CURRENT =
      new Validators(EntityTag.strong("a"), Instant.parse("2026-06-14T12:00:00.999Z"));

  private static final Validators WEAK =
      new Validators(EntityTag.weak("a"), Instant.parse(MODIFIED_TIME));

  private static final Validators UNTAGGED = new Validators(null, Instant.parse(MODIFIED_TIME));

  private static final Validators UNDATED = new Validators(EntityTag.strong("a"), null, NOW);

  /** Of MODIFIED, but put in place of a newer one that was taken back. */
  private static final Validators ROLLED_BACK =
      new Validators(
          EntityTag.strong("a"),
          Instant.parse(MODIFIED_TIME),
          Instant.parse("2026-06-14T12:00:02Z"));

  /** Fields are separated by bars, and dates are written by the names above. */
  private static Outcome evaluate(String method, String fields, @Nullable Validators current) {
    return Preconditions.evaluate(request(method, fields), current, NOW);
  }

  private static Request request(String method, String fields) {
    String lines =
        fields
            .replace("BEFORE", BEFORE)
            .replace("MODIFIED", MODIFIED)
            .replace("AFTER", AFTER)
            .replace("FUTURE", FUTURE)
            .replaceAll(" *\\| *", "\r\n");
    String target = method.equals("CONNECT") ? "test:80" : "/";
    String end = lines.isEmpty() ? "\r\n" : "\r\n\r\n";
    return Requests.parse(
        method
            + " "
            + target
            + " HTTP/1.1\r\nHost: test"
            + (method.equals("CONNECT") ? ":80" : "")
            + "\r\n"
            + lines
            + end);
  }

  @Test
  void withoutConditionsARequestProceeds() {
    assertThat(evaluate("GET", "", CURRENT)).isEqualTo(PROCEED);
    assertThat(evaluate("PUT", "", null)).isEqualTo(PROCEED);
    assertThat(evaluate("GET", "If-Range: \"b\" | Range: bytes=0-0", CURRENT)).isEqualTo(PROCEED);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = ';',
      value = {
        "\"a\";               PROCEED",
        "*;                   PROCEED",
        "\"b\", \"a\";        PROCEED",
        "\"b\" | If-Match: \"a\"; PROCEED",
        "\"b\";               FAILED",
        "W/\"a\";             FAILED", // strong comparison
        "\"A\";               FAILED",
        "``;                  FAILED",
        "a;                   FAILED",
        "\"a\" \"b\";         FAILED",
        "*, \"a\";            FAILED",
      })
  void ifMatchNeedsTheCurrentTag(String value, Outcome expected) {
    assertThat(evaluate("GET", "If-Match: " + value, CURRENT)).isEqualTo(expected);
    assertThat(evaluate("HEAD", "If-Match: " + value, CURRENT)).isEqualTo(expected);
    assertThat(evaluate("PUT", "If-Match: " + value, CURRENT)).isEqualTo(expected);
    assertThat(evaluate("GET", "If-Match: " + value, null)).isEqualTo(FAILED);
  }

  @Test
  void ifMatchNeverHoldsForAWeakTag() {
    assertThat(evaluate("PUT", "If-Match: \"a\"", WEAK)).isEqualTo(FAILED);
    assertThat(evaluate("PUT", "If-Match: W/\"a\"", WEAK)).isEqualTo(FAILED);
    assertThat(evaluate("PUT", "If-Match: *", WEAK)).isEqualTo(PROCEED);
    assertThat(evaluate("PUT", "If-Match: *", UNTAGGED)).isEqualTo(PROCEED);
  }

  @ParameterizedTest
  @CsvSource({
    "BEFORE,   FAILED",
    "MODIFIED, PROCEED",
    "AFTER,    PROCEED",
    "FUTURE,   PROCEED",
  })
  void ifUnmodifiedSinceNeedsADateNotBeforeTheLastChange(String date, Outcome expected) {
    assertThat(evaluate("GET", "If-Unmodified-Since: " + date, CURRENT)).isEqualTo(expected);
    assertThat(evaluate("DELETE", "If-Unmodified-Since: " + date, CURRENT)).isEqualTo(expected);
    assertThat(evaluate("GET", "If-Unmodified-Since: " + date, null)).isEqualTo(PROCEED);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = ';',
      value = {
        "\"a\";               true",
        "W/\"a\";             true", // weak comparison
        "*;                   true",
        "\"b\", W/\"c\", \"a\"; true",
        "\"b\" | If-None-Match: \"a\"; true",
        "\"b\";               false",
        "``;                  false",
        "a;                   false",
        "\"a\" \"b\";         false",
        "*, \"a\";            false",
      })
  void ifNoneMatchMustNotHaveTheCurrentTag(String value, boolean has) {
    String field = "If-None-Match: " + value;

    for (Validators current : new Validators[] {CURRENT, WEAK}) {
      assertThat(evaluate("GET", field, current)).isEqualTo(has ? NOT_MODIFIED : PROCEED);
      assertThat(evaluate("HEAD", field, current)).isEqualTo(has ? NOT_MODIFIED : PROCEED);
      assertThat(evaluate("PUT", field, current)).isEqualTo(has ? FAILED : PROCEED);
    }
    assertThat(evaluate("GET", field, null)).isEqualTo(PROCEED);
    assertThat(evaluate("PUT", field, null)).isEqualTo(PROCEED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "BEFORE;                         PROCEED",
        "MODIFIED;                       NOT_MODIFIED",
        "AFTER;                          NOT_MODIFIED",
        "FUTURE;                         PROCEED", // no date that this server has said
        "Mon, 15 Jun 2026 12:00:00 GMT;  NOT_MODIFIED", // the very second of now
        "Sunday, 14-Jun-26 12:00:00 GMT; NOT_MODIFIED",
        "Sun Jun 14 12:00:00 2026;       NOT_MODIFIED",
        "Sunday, 14-Jun-26 11:59:59 GMT; PROCEED",
        "Sun Jun 14 11:59:59 2026;       PROCEED",
      })
  void ifModifiedSinceNeedsADateBeforeTheLastChange(String date, Outcome expected) {
    assertThat(evaluate("GET", "If-Modified-Since: " + date, CURRENT)).isEqualTo(expected);
    assertThat(evaluate("HEAD", "If-Modified-Since: " + date, CURRENT)).isEqualTo(expected);
    assertThat(evaluate("POST", "If-Modified-Since: " + date, CURRENT)).isEqualTo(PROCEED);
    assertThat(evaluate("GET", "If-Modified-Since: " + date, null)).isEqualTo(PROCEED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "MODIFIED;                      true", // exactly the one that was sent with it
        "AFTER;                         false", // maybe the date of the version that was taken back
        "Sun, 14 Jun 2026 12:00:02 GMT; true",
        "BEFORE;                        false",
      })
  void aDateBetweenTheTimeOfAFileAndItsRollbackIsThatOfAnotherVersion(String date, boolean same) {
    assertThat(evaluate("GET", "If-Modified-Since: " + date, ROLLED_BACK))
        .isEqualTo(same ? NOT_MODIFIED : PROCEED);
    assertThat(evaluate("GET", "If-Unmodified-Since: " + date, ROLLED_BACK))
        .isEqualTo(same ? PROCEED : FAILED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"BEFORE", "MODIFIED", "AFTER", "Mon, 15 Jun 2026 12:00:00 GMT"})
  void noDateSaysAnythingOfARepresentationWithoutOne(String date) {
    assertThat(evaluate("GET", "If-Modified-Since: " + date, UNDATED)).isEqualTo(PROCEED);
    assertThat(evaluate("GET", "If-Unmodified-Since: " + date, UNDATED)).isEqualTo(PROCEED);
    assertThat(Preconditions.rangeApplies(request("GET", "If-Range: " + date), UNDATED, NOW))
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0",
        "yesterday",
        "2026-06-14T12:00:00Z",
        "Mon, 14 Jun 2026 12:00:00 GMT",
        "MODIFIED; length=10",
        "MODIFIED, AFTER",
      })
  void aDateThatBreaksTheRulesIsNoCondition(String date) {
    assertThat(evaluate("GET", "If-Modified-Since: " + date, CURRENT)).isEqualTo(PROCEED);
    assertThat(evaluate("GET", "If-Unmodified-Since: " + date, CURRENT)).isEqualTo(PROCEED);
  }

  @Test
  void aDateOnSeveralLinesIsNoCondition() {
    String since = "If-Modified-Since: AFTER | If-Modified-Since: AFTER";
    String unmodified = "If-Unmodified-Since: BEFORE | If-Unmodified-Since: BEFORE";

    assertThat(evaluate("GET", since, CURRENT)).isEqualTo(PROCEED);
    assertThat(evaluate("GET", unmodified, CURRENT)).isEqualTo(PROCEED);
  }

  /** RFC 9110 §13.2.2. */
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = ';',
      value = {
        // If-Match makes If-Unmodified-Since ignored, whichever way it goes
        "If-Match: \"a\" | If-Unmodified-Since: BEFORE;  PROCEED",
        "If-Match: \"b\" | If-Unmodified-Since: AFTER;   FAILED",
        "If-Match: b | If-Unmodified-Since: AFTER;       FAILED",
        // and so does If-None-Match with If-Modified-Since
        "If-None-Match: \"a\" | If-Modified-Since: BEFORE; NOT_MODIFIED",
        "If-None-Match: \"b\" | If-Modified-Since: AFTER;  PROCEED",
        "If-None-Match: b | If-Modified-Since: AFTER;      PROCEED",
        "If-None-Match: | If-Modified-Since: AFTER;        PROCEED",
        // the first pair comes first, and what it lets through the second pair decides
        "If-None-Match: \"a\" | If-Match: \"b\";               FAILED",
        "If-None-Match: \"a\" | If-Match: \"a\";               NOT_MODIFIED",
        "If-None-Match: \"b\" | If-Match: \"a\";               PROCEED",
        "If-Modified-Since: AFTER | If-Match: \"b\";           FAILED",
        "If-Modified-Since: AFTER | If-Match: \"a\";           NOT_MODIFIED",
        "If-None-Match: \"a\" | If-Unmodified-Since: BEFORE;   FAILED",
        "If-None-Match: \"a\" | If-Unmodified-Since: AFTER;    NOT_MODIFIED",
        "If-Modified-Since: AFTER | If-Unmodified-Since: BEFORE;   FAILED",
        "If-Modified-Since: MODIFIED | If-Unmodified-Since: MODIFIED; NOT_MODIFIED",
        // a date that breaks the rules does not bring back what is ignored
        "If-Modified-Since: AFTER | If-Unmodified-Since: no;       NOT_MODIFIED",
      })
  void conditionsAreEvaluatedInOrder(String fields, Outcome expected) {
    assertThat(evaluate("GET", fields, CURRENT)).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource(
      value = Method.class,
      names = {"CONNECT", "OPTIONS", "TRACE"})
  void methodsThatSelectNothingIgnoreConditions(Method method) {
    for (String field :
        new String[] {"If-Match: \"b\"", "If-None-Match: *", "If-Unmodified-Since: BEFORE"}) {
      assertThat(evaluate(method.name(), field, CURRENT)).isEqualTo(PROCEED);
    }
  }

  @Test
  void theCheapQuestionKnowsAllFour() {
    assertThat(Preconditions.arePresent(request("GET", "If-Match: *"))).isTrue();
    assertThat(Preconditions.arePresent(request("GET", "If-None-Match: *"))).isTrue();
    assertThat(Preconditions.arePresent(request("GET", "If-Modified-Since: x"))).isTrue();
    assertThat(Preconditions.arePresent(request("GET", "If-Unmodified-Since: x"))).isTrue();
    assertThat(Preconditions.arePresent(request("GET", "If-Range: x | Range: x"))).isFalse();
  }

  @Test
  void fractionsOfASecondAreCutOffBeforeTheEpochToo() {
    assertThat(new Validators(null, Instant.parse("1969-12-31T23:59:58.5Z")).lastModified())
        .isEqualTo("1969-12-31T23:59:58Z");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = ';',
      value = {
        "\"a\";           true",
        "\"b\";           false",
        "W/\"a\";         false", // strong comparison
        "a;               false",
        "*;               false",
        "``;              false",
        "\"a\", \"b\";    false", // one, not a list
        "\"a\" | If-Range: \"a\"; false",
        "MODIFIED;        true",
        "BEFORE;          false",
        "AFTER;           false", // exact, not just late enough
        "FUTURE;          false",
        "Sunday, 14-Jun-26 12:00:00 GMT; true",
        "Sun Jun 14 12:00:00 2026;       true",
        "Mon, 14 Jun 2026 12:00:00 GMT;  false",
      })
  void rangeAppliesToTheVerySameBytes(String value, boolean expected) {
    Request request = request("GET", "Range: bytes=0-0 | If-Range: " + value);

    assertThat(Preconditions.rangeApplies(request, CURRENT, NOW)).isEqualTo(expected);
  }

  @Test
  void rangeAppliesWithoutIfRange() {
    Request request = request("GET", "Range: bytes=0-0");

    assertThat(Preconditions.rangeApplies(request, WEAK, NOW)).isTrue();
  }

  @Test
  void rangeNeverAppliesByAWeakTagOrNone() {
    Request weak = request("GET", "Range: bytes=0-0 | If-Range: W/\"a\"");
    Request strong = request("GET", "Range: bytes=0-0 | If-Range: \"a\"");

    assertThat(Preconditions.rangeApplies(weak, WEAK, NOW)).isFalse();
    assertThat(Preconditions.rangeApplies(strong, WEAK, NOW)).isFalse();
    assertThat(Preconditions.rangeApplies(strong, UNTAGGED, NOW)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "2026-06-14T12:00:00Z,     false",
    "2026-06-14T12:00:00.999Z, false",
    "2026-06-14T12:00:01Z,     true",
    "2026-06-14T11:59:00Z,     false",
  })
  void aDateIsAStrongValidatorOnlyWhenItsSecondIsOver(Instant now, boolean expected) {
    Request request = request("GET", "Range: bytes=0-0 | If-Range: MODIFIED");

    assertThat(Preconditions.rangeApplies(request, CURRENT, now)).isEqualTo(expected);
  }
}
