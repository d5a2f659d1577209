package tailgate.server.observe;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What it looks like in responses is in ServerTimingFieldTest. */
final class ServerTimingTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0.000",
    "999, 0.000",
    "1000, 0.001",
    "123456, 0.123",
    "1456000, 1.456",
    "9999999, 9.999",
    "10000000, 10.000",
    "1234567890123, 1234567.890",
    "9223372036854775807, 9223372036854.775",
    "-1, 0.000",
  })
  void timesAreMillisecondsWithThreeDigitsAfterThePoint(long nanos, String millis) {
    ByteBuffer out = ByteBuffer.allocate(ServerTiming.MAX_LENGTH);
    ServerTiming.put(out, nanos, nanos, nanos, RunQueueWait.UNKNOWN);
    assertThat(US_ASCII.decode(out.flip()).toString())
        .isEqualTo(
            "Server-Timing: queue;dur=%1$s, service;dur=%1$s, arrived;desc=%1$s\r\n"
                .formatted(millis));
  }

  @Test
  void theWaitForAProcessorIsTheLast() {
    ByteBuffer out = ByteBuffer.allocate(ServerTiming.MAX_LENGTH);
    ServerTiming.put(out, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    assertThat(US_ASCII.decode(out.flip()).toString())
        .endsWith(", run-queue;dur=9223372036854.775\r\n");
  }
}
