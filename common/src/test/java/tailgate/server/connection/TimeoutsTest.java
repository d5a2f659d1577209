package tailgate.server.connection;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TimeoutsTest {

  private static final Duration OK = Duration.ofSeconds(1);

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT-1S", "PT8760H0.000000001S"})
  void refusesATimeThatIsNoneAndSaysWhich(Duration bad) {
    refused(bad, OK, OK, OK, "head", bad);
    refused(OK, bad, OK, OK, "body", bad);
    refused(OK, OK, bad, OK, "idle", bad);
    refused(OK, OK, OK, bad, "write", bad);
  }

  private static void refused(
      Duration head, Duration body, Duration idle, Duration write, String name, Duration bad) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Timeouts(head, body, idle, write))
        .withMessage("the " + name + " timeout must be positive and at most a year, not " + bad);
  }

  @Test
  void takesTheShortestAndTheLongest() {
    Duration year = Duration.ofDays(365);
    Duration nano = Duration.ofNanos(1);
    assertThatNoException().isThrownBy(() -> new Timeouts(nano, year, nano, year));
  }
}
