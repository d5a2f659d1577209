package tailgate.adaptivepool.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class FlowTest {

  @Test
  void ofNothingEverythingIsZero() {
    var nothing = new Flow(Duration.ZERO, 0, 0, 0, Duration.ZERO, Duration.ZERO);
    assertThat(nothing.meanWait()).isZero();
    assertThat(nothing.meanService()).isZero();
    assertThat(nothing.meanLatency()).isZero();
    assertThat(nothing.arrivalRate()).isZero();
    assertThat(nothing.throughput()).isZero();
  }

  @Test
  void meansAndRates() {
    var flow =
        new Flow(Duration.ofMillis(200), 10, 4, 2, Duration.ofMillis(4), Duration.ofMillis(20));
    assertThat(flow.meanWait()).isEqualTo(Duration.ofMillis(2));
    assertThat(flow.meanService()).isEqualTo(Duration.ofMillis(10));
    assertThat(flow.meanLatency()).isEqualTo(Duration.ofMillis(12));
    assertThat(flow.arrivalRate()).isEqualTo(50);
    assertThat(flow.throughput()).isEqualTo(20);
  }
}
