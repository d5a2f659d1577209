package tailgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpDateTest {

  private static final Instant NOW = Instant.parse("2026-06-15T12:00:00Z");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1994-11-06T08:49:37Z     | Sun, 06 Nov 1994 08:49:37 GMT",
        "1994-11-06T08:49:37.999Z | Sun, 06 Nov 1994 08:49:37 GMT",
        "2026-01-01T00:00:00Z     | Thu, 01 Jan 2026 00:00:00 GMT",
        "2024-02-29T23:59:59Z     | Thu, 29 Feb 2024 23:59:59 GMT",
        "1969-12-31T23:59:59.5Z   | Wed, 31 Dec 1969 23:59:59 GMT",
        "2023-09-09T09:09:09Z     | Sat, 09 Sep 2023 09:09:09 GMT",
        "9999-12-31T23:59:59Z     | Fri, 31 Dec 9999 23:59:59 GMT",
        "0001-01-01T00:00:00Z     | Mon, 01 Jan 0001 00:00:00 GMT",
      })
  void aDateIsWrittenWithTwoDigitsForTheDay(Instant instant, String text) {
    assertThat(HttpDate.format(instant)).isEqualTo(text);
  }

  @Test
  void everyDayOfAYearIsWrittenAndReadTheSame() {
    for (int day = 0; day < 366; day++) {
      Instant instant = Instant.parse("2024-01-01T07:08:09Z").plus(day, ChronoUnit.DAYS);

      assertThat(HttpDate.parse(HttpDate.format(instant), NOW)).isEqualTo(instant);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
        "Sun Nov 06 08:49:37 1994",
      })
  void theThreeFormatsSayTheSame(String text) {
    assertThat(HttpDate.parse(text, NOW)).isEqualTo("1994-11-06T08:49:37Z");
  }

  @Test
  void aLateDayHasTwoDigitsInAsctimeToo() {
    assertThat(HttpDate.parse("Wed Nov 16 08:49:37 1994", NOW)).isEqualTo("1994-11-16T08:49:37Z");
  }

  @Test
  void aLeapSecondIsTheFirstOfTheNextMinute() {
    assertThat(HttpDate.parse("Sat, 31 Dec 2016 23:59:60 GMT", NOW))
        .isEqualTo("2017-01-01T00:00:00Z");
  }

  @ParameterizedTest
  @CsvSource({
    "'Monday, 15-Jun-26 12:00:00 GMT',   2026-06-15T12:00:00Z",
    "'Wednesday, 01-Jan-70 00:00:00 GMT', 2070-01-01T00:00:00Z",
    "'Monday, 15-Jun-76 12:00:00 GMT',   2076-06-15T12:00:00Z", // in 50 years
    "'Tuesday, 15-Jun-76 12:00:01 GMT',  1976-06-15T12:00:01Z", // in more than 50 years
    "'Friday, 31-Dec-99 23:59:59 GMT',   1999-12-31T23:59:59Z",
    "'Saturday, 01-Jan-00 00:00:00 GMT', 2000-01-01T00:00:00Z",
  })
  void aYearOfTwoDigitsIsAtMostFiftyYearsAhead(String text, Instant expected) {
    assertThat(HttpDate.parse(text, NOW)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "0",
        "now",
        "784111777",
        "1994-11-06T08:49:37Z",
        "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 94 08:49:37 GMT",
        "Sun, 06 Nov 01994 08:49:37 GMT",
        "Sun, 06 Nov -994 08:49:37 GMT",
        "Sun, 06 Nov 1994 8:49:37 GMT",
        "Sun, 06 Nov 1994 08:49 GMT",
        "Sun, 06 Nov 1994 08:49:37",
        "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 06 Nov 1994 08:49:37 gmt",
        "Sun, 06 Nov 1994 08:49:37 +0000",
        "Sun, 06 Nov 1994 08:49:37 GMT ",
        " Sun, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 GMT; length=5",
        "Sun,  06 Nov 1994 08:49:37 GMT",
        "Sun 06 Nov 1994 08:49:37 GMT",
        "sun, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06 nov 1994 08:49:37 GMT",
        "Sun, 06 November 1994 08:49:37 GMT",
        "Son, 06 Nov 1994 08:49:37 GMT",
        "Mon, 06 Nov 1994 08:49:37 GMT",
        "Sun, 06-Nov-1994 08:49:37 GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT",
        "Thu, 31 Nov 1994 08:49:37 GMT",
        "Wed, 29 Feb 2023 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 1994 08:60:37 GMT",
        "Sun, 06 Nov 1994 08:49:61 GMT",
        "Sun, \u0660\u0666 Nov 1994 08:49:37 GMT",
        "Sun, 06-Nov-94 08:49:37 GMT",
        "Monday, 06-Nov-94 08:49:37 GMT",
        "Sunday, 06-Nov-1994 08:49:37 GMT",
        "Sunday, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 6-Nov-94 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37",
        "Sunday, 29-Feb-23 08:49:37 GMT",
        "Sun Nov 6 08:49:37 1994",
        "Sun Nov  6 08:49:37 94",
        "Sun Nov  6 08:49:37 1994 GMT",
        "Sun, Nov  6 08:49:37 1994",
        "Mon Nov  6 08:49:37 1994",
      })
  void nothingElseIsADate(String text) {
    assertThat(HttpDate.parse(text, NOW)).isNull();
  }
}
