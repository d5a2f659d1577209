package tailgate.lab.hyperfoil;

import static org.assertj.core.api.Assertions.assertThat;

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
    look(0, 5);
    look(10, 20);
    look(0, 21);
    look(30, 100);

    assertThat(micros(0, 200)).isEqualTo(40_000);
    assertThat(micros(0, 15)).isEqualTo(5_000);
    assertThat(micros(15, 75)).isEqualTo(10_000);
    assertThat(micros(80, 90)).isEqualTo(10_000);
    assertThat(micros(20, 70)).isZero();
    assertThat(micros(100, 200)).isZero();
  }

  @Test
  void aJvmOfThisMachineSaysThatItStops() {
    ServerStops own = ServerStops.of(ProcessHandle.current().pid());
    System.gc();
    own.look(Long.MAX_VALUE / 2);

    assertThat(own.micros(0, Long.MAX_VALUE / 2)).isPositive();
  }

  @Test
  void ofAProcessThatIsNoJvmNothingIsKnown() {
    assertThat(ServerStops.of(1)).isSameAs(ServerStops.UNKNOWN);
  }
}
