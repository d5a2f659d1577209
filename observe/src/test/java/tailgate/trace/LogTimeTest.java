package tailgate.trace;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LogTimeTest {

  private Instant now = Instant.EPOCH;

  @ParameterizedTest
  @CsvSource({
    "2026-11-21T08:05:07.999Z, Europe/Berlin, [21/Nov/2026:09:05:07 +0100]",
    "2026-07-01T00:00:00Z, Europe/Berlin, [01/Jul/2026:02:00:00 +0200]",
    "2026-09-01T03:00:00Z, America/St_Johns, [01/Sep/2026:00:30:00 -0230]",
    "2026-01-01T00:00:00Z, UTC, [01/Jan/2026:00:00:00 +0000]",
  })
  void isApachesWithTheOffsetOfTheZone(Instant instant, String zone, String text) {
    now = instant;
    LogTime time = new LogTime(clock(), ZoneId.of(zone));
    assertThat(new String(time.now(), US_ASCII)).isEqualTo(text);
  }

  @Test
  void isMadeOnceASecond() {
    LogTime time = new LogTime(clock(), ZoneId.of("UTC"));
    byte[] first = time.now();
    now = now.plusMillis(999);
    assertThat(time.now()).isSameAs(first);
    now = now.plusMillis(1);
    assertThat(new String(time.now(), US_ASCII)).isEqualTo("[01/Jan/1970:00:00:01 +0000]");
  }

  private InstantSource clock() {
    return () -> now;
  }
}
