package tailgate.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import tailgate.admin.Stats;

final class IntervalTest {

  private final Stats before = Fixtures.before("threadpool");
  private final Stats now = Fixtures.now("threadpool");

  @Test
  void aRateIsByTheServersOwnClock() {
    Interval interval = Objects.requireNonNull(Interval.between(before, now));
    double seconds = now.uptimeSeconds() - before.uptimeSeconds();
    assertThat(interval.seconds()).isEqualTo(seconds);
    long grown = now.bytes().sent() - before.bytes().sent();
    assertThat(interval.rate(stats -> stats.bytes().sent()))
        .isEqualTo(grown / seconds, within(1e-6));
    assertThat(interval.growth(stats -> stats.bytes().sent())).isEqualTo(grown);
  }

  @Test
  void thereIsNoneBeforeTheFirstSample() {
    assertThat(Interval.between(null, now)).isNull();
  }

  @Test
  void thereIsNoneBetweenASampleAndItself() {
    assertThat(Interval.between(now, now)).isNull();
    assertThat(Interval.between(now, before)).isNull();
  }

  @Test
  void thereIsNoneAcrossARestart() {
    assertThat(Interval.between(before, Fixtures.now("event-loop"))).isNull();
  }

  @Test
  void aCountThatIsReadLateIsNotNegative() {
    Interval interval = Objects.requireNonNull(Interval.between(before, now));
    assertThat(interval.growth(stats -> stats.equals(now) ? 1 : 2)).isZero();
  }
}
