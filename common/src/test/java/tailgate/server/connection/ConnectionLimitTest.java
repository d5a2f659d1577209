package tailgate.server.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ConnectionLimitTest {

  private final ConnectionLimit limit = new ConnectionLimit(2, 3);

  @Test
  void refusesACapBelowOne() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ConnectionLimit(0, 1))
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
  void givesNoMorePermitsThanThereAreDescriptors() {
    ConnectionLimit few = new ConnectionLimit(20_000, 2);
    assertThat(few.max()).isEqualTo(2);
    assertThat(few.tryAcquire()).isTrue();
    assertThat(few.tryAcquire()).isTrue();
    assertThat(few.tryAcquire()).isFalse();
  }

  @Test
  void givesNoPermitWhileMoreDescriptorsAreTakenThanThereAre() throws InterruptedException {
    assertThat(limit.tryAcquire()).isTrue();
    for (int i = 0; i < 3; i++) {
      limit.takeDescriptor();
    }
    assertThat(limit.freeDescriptors()).isEqualTo(-1);
    limit.returnDescriptor();
    assertThat(limit.tryAcquire()).isFalse();
    assertThat(limit.acquire(0)).isFalse();
    limit.returnDescriptor();
    assertThat(limit.acquire(0)).isTrue();
    assertThat(limit.freeDescriptors()).isZero();
  }

  @Test
  void keepsNoDescriptorWithoutAPermit() throws InterruptedException {
    assertThat(limit.tryAcquire()).isTrue();
    assertThat(limit.tryAcquire()).isTrue();
    assertThat(limit.tryAcquire()).isFalse();
    assertThat(limit.acquire(0)).isFalse();
    assertThat(limit.freeDescriptors()).isEqualTo(1);
  }

  @Test
  void hasFreePermitsAndDescriptors() {
    assertThat(limit.hasFree(100)).isTrue();
    limit.takeDescriptor();
    assertThat(limit.hasFree(100)).isFalse();
    assertThat(limit.hasFree(60)).isTrue();
    limit.takeDescriptor();
    limit.takeDescriptor();
    assertThat(limit.hasFree(0)).isFalse();
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
