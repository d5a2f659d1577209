package tailgate.lab.hyperfoil;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tailgate.lab.hyperfoil.LiveView.Counts;

/** Users, arrivals and the recorder together, without Hyperfoil and with a clock of its own. */
class LiveUsersTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long TIMEOUT = 5 * SECOND;

  private final LiveRecorder recorder = new LiveRecorder();
  private final List<LiveUser> all = new ArrayList<>();
  private long now;
  private double perSecond = 10;

  private final LiveUsers users =
      new LiveUsers(recorder, new LiveArrivals(1, 0), () -> perSecond, () -> now, TIMEOUT);

  @Test
  void anArrivalGoesToTheUserThatWasFreeLast() {
    withUsers(2);
    arriveUntilDue(1);

    assertThat(all.get(0).request).isNull();
    assertThat(all.get(1).request).isNotNull();
    assertThat(counts().sent()).isEqualTo(1);
  }

  @Test
  void whoFindsNoUserWaitsInOrderAndItsWaitCounts() {
    withUsers(1);
    arriveUntilDue(3);
    assertThat(recorder.view(now).waiting()).isEqualTo(2);
    assertThat(recorder.view(now).health().sent()).as("not the generator's delay").isEqualTo(1);

    LiveRequest first = requireNonNull(all.get(0).request);
    now += SECOND;
    end(all.get(0), 200);
    assertThat(users.hasRequest(all.get(0))).isTrue();

    assertThat(requireNonNull(all.get(0).request).due).isGreaterThan(first.due);
    assertThat(recorder.view(now).waiting()).isEqualTo(1);
    assertThat(recorder.view(now).p50Micros()).isGreaterThanOrEqualTo(1_000_000);
  }

  @Test
  void whoWaitsForTooLongHasFailed() {
    withUsers(1);
    arriveUntilDue(2);
    perSecond = 0;
    users.arrive();

    now += 2 * TIMEOUT;
    users.arrive();

    assertThat(counts()).isEqualTo(new Counts(2, 1, 0, 0, 1, 1));
  }

  @Test
  void aRequestWithoutAConnectionHasFailed() {
    withUsers(1);
    arriveUntilDue(1);
    LiveUser user = all.get(0);
    assertThat(users.hasRequest(user)).isTrue();

    assertThat(users.hasRequest(user)).as("Hyperfoil begins again without an end").isFalse();

    assertThat(counts()).isEqualTo(new Counts(1, 1, 0, 0, 1, 0));
  }

  @Test
  void tellsRefusedFailedAndTimedOutApart() {
    withUsers(4);
    arriveUntilDue(4);
    end(all.get(0), 503);
    end(all.get(1), 500);
    end(all.get(2), 0);
    now += TIMEOUT;
    end(all.get(3), 0);

    assertThat(counts()).isEqualTo(new Counts(4, 4, 0, 1, 3, 0));
    assertThat(recorder.view(now).p99Micros()).as("of what nobody answered").isZero();
  }

  @Test
  void whatIsCutOffHasFailed() {
    withUsers(1);
    arriveUntilDue(3);

    users.cutOff();

    assertThat(counts()).isEqualTo(new Counts(3, 1, 0, 0, 3, 0));
  }

  @Test
  void afterAResetOnlyNewRequestsCount() {
    withUsers(2);
    arriveUntilDue(1);
    LiveUser busy = all.get(1);
    recorder.reset();
    arriveUntilDue(1);

    end(busy, 200);

    assertThat(counts()).isEqualTo(new Counts(1, 1, 0, 0, 0, 1));
  }

  @Test
  void theCountsAddUpAtAnyMoment() {
    withUsers(5);
    perSecond = 200;
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 5_000; i++) {
      now += random.nextLong(TimeUnit.MILLISECONDS.toNanos(10));
      perSecond = i % 1_000 == 0 ? random.nextDouble(1_000) : perSecond;
      users.arrive();
      LiveUser user = all.get(random.nextInt(all.size()));
      if (user.request != null && user.isSending) {
        end(user, random.nextInt(4) == 0 ? 503 : 200);
      }
      users.hasRequest(user);
      Counts is = counts();
      assertThat(is.answered() + is.refused() + is.failed() + is.inFlight()).isEqualTo(is.due());
    }
    assertThat(counts().due()).isGreaterThan(1_000);
    assertThat(counts().failed()).isPositive();
  }

  private void withUsers(int count) {
    for (int i = 0; i < count; i++) {
      LiveUser user = users.join();
      all.add(user);
      users.hasRequest(user);
    }
    users.arrive(); // asks for the rate
  }

  private void arriveUntilDue(long count) {
    while (counts().due() < count) {
      now += TimeUnit.MILLISECONDS.toNanos(1);
      users.arrive();
    }
  }

  private void end(LiveUser user, int status) {
    user.status = status;
    users.ended(user);
  }

  private Counts counts() {
    return recorder.view(now).counts();
  }
}
