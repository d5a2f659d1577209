package tailgate.lab.hyperfoil;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ServerStopsTest {

  private static final long MILLI = 1_000_000;

  private long sum = 7 * MILLI; // before the load
  private final ServerStops stops = new ServerStops(() -> sum);

  private void look(long stoppedMillis, long nowMillis) {
    sum += stoppedMillis * MILLI;
    stops.look(nowMillis * MILLI);
  }

  private long micros(long fromMillis, long toMillis) {
    return stops.micros(fromMillis * MILLI, toMillis * MILLI);
  }

  @Test
  void eachStopCountsWhereItWas() {
    look(0, 20);
    look(10, 20);
    look(0, 100);
    look(30, 100);

    assertThat(micros(0, 200)).isEqualTo(40_000);
    assertThat(micros(0, 15)).isEqualTo(5_000);
    assertThat(micros(15, 75)).isEqualTo(10_000);
    assertThat(micros(80, 90)).isEqualTo(10_000);
    assertThat(micros(20, 70)).isZero();
    assertThat(micros(100, 200)).isZero();
  }

  @Test
  void aStopEndsInTheMiddleBetweenTwoLooks() {
    look(0, 10);
    look(5, 20);

    assertThat(micros(0, 15)).isEqualTo(5_000);
    assertThat(micros(15, 20)).isZero();
  }

  @Test
  void twoStopsDoNotOverlap() {
    look(10, 20);
    look(15, 20);

    assertThat(micros(0, 20)).isLessThanOrEqualTo(20_000);
  }

  @Test
  void aJvmOfThisMachineSaysThatItStops() {
    ServerStops own = ServerStops.of(ProcessHandle.current().pid());
    assumeThat(own).as("it has -XX:+UsePerfData").isNotSameAs(ServerStops.UNKNOWN);
    System.gc();
    own.look(1_000 * MILLI);

    assertThat(own.micros(0, 1_000 * MILLI)).isPositive();
  }

  @Test
  void ofAProcessThatIsNoJvmNothingIsKnown() throws IOException {
    Process sleep = new ProcessBuilder("sleep", "60").start();
    try {
      assertThat(ServerStops.of(sleep.pid())).isSameAs(ServerStops.UNKNOWN);
    } finally {
      sleep.destroy();
    }
  }
}
