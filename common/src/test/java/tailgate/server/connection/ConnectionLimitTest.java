package tailgate.server.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class ConnectionLimitTest {

  private final ConnectionLimit limit = new ConnectionLimit(2);

  @Test
  void refusesACapBelowOne() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ConnectionLimit(0))
        .withMessage("the cap on connections must be at least 1, not 0");
  }

  @Test
  void givesAsManyPermitsAsItHas() {
    assertThat(limit.tryAcquire()).isTrue();
    assertThat(limit.tryAcquire()).isTrue();
    assertThat(limit.tryAcquire()).isFalse();
    assertThat(limit.taken()).isEqualTo(2);
  }

  @Test
  void givesAPermitAgainThatWasReleased() throws InterruptedException {
    assertThat(limit.tryAcquire()).isTrue();
    assertThat(limit.tryAcquire()).isTrue();
    limit.release();
    assertThat(limit.taken()).isEqualTo(1);
    assertThat(limit.tryAcquire()).isTrue();
  }

  @Test
  void tellsOfEveryReleaseAfterIt() {
    AtomicInteger takenThen = new AtomicInteger(-1);
    limit.onRelease(() -> takenThen.set(limit.taken()));
    limit.tryAcquire();
    limit.release();
    assertThat(takenThen).hasValue(0);
  }

  @Test
  void keepsAllPermitsOnceAllAreBack() throws InterruptedException {
    assertThat(limit.tryAcquire()).isTrue();
    assertThat(limit.acquireAll(0)).isFalse();
    Thread.ofVirtual().start(limit::release);
    assertThat(limit.acquireAll(TimeUnit.SECONDS.toNanos(20))).isTrue();
    assertThat(limit.tryAcquire()).isFalse();
  }
}
