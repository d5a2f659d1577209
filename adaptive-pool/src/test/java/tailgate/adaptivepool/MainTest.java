package tailgate.adaptivepool;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MainTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 |     8 | 1 | PT0.1S | --min-workers must be from 1 to 65536, not 0",
        "1 | 65537 | 1 | PT0.1S | --max-workers must be from 1 to 65536, not 65537",
        "9 |     8 | 1 | PT0.1S | --min-workers must be at most --max-workers, not 9 > 8",
        "1 |     8 | 0 | PT0.1S | --queue must be from 1 to 1048576, not 0",
        "1 |     8 | 1 | PT0S   | --interval must be from 1 ms to 1 minute, not PT0S"
      })
  void refusesWhatIsOutOfRangeByTheNameThatWasTyped(
      int min, int max, int queue, Duration interval, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Main.OPTIONS.check(min, max, queue, interval))
        .withMessage(message);
  }
}
