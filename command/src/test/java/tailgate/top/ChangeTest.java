package tailgate.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

final class ChangeTest {

  private final Sample before = Fixtures.before("threadpool");
  private final Sample now = Fixtures.now("threadpool");

  @Test
  void aRateIsByTheServersOwnClock() {
    var change = new Change(before, now);
    double seconds = now.uptime() - before.uptime();
    long grown = now.count("/bytes/sent") - before.count("/bytes/sent");
    assertThat(change.perSecond(sample -> sample.count("/bytes/sent")))
        .isEqualTo(grown / seconds, within(1e-6));
    assertThat(change.growth("/bytes/sent")).isEqualTo(grown);
  }

  @Test
  void thereIsNoneBeforeTheFirstSample() {
    assertThat(new Change(null, now).rate("/bytes/sent")).isEqualTo("-");
    assertThat(new Change(null, now).growth("/bytes/sent")).isZero();
  }

  @Test
  void thereIsNoneBetweenASampleAndItself() {
    assertThat(new Change(now, now).before()).isNull();
    assertThat(new Change(now, before).before()).isNull();
  }

  @Test
  void thereIsNoneAcrossARestart() {
    assertThat(new Change(before, Fixtures.now("event-loop")).before()).isNull();
  }

  @Test
  void aCountThatIsReadLateIsNotNegative() {
    var change = new Change(before, now);
    assertThat(change.growth(sample -> sample.equals(now) ? 1 : 2)).isZero();
  }
}
