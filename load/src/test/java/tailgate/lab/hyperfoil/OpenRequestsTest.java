package tailgate.lab.hyperfoil;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tailgate.lab.hyperfoil.LiveView.Counts;

/** Users, arrivals and the recorder together, without Hyperfoil and with a clock of its own. */
class OpenRequestsTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final LiveRecorder recorder = new LiveRecorder();
  private final List<RequestState> all = new ArrayList<>();
  private long now;
  private double perSecond = 10;

  private final OpenRequests requests =
      new OpenRequests(
          recorder,
          new LiveArrivals(1, 0, () -> perSecond),
          recorder::due,
          () -> now,
          LiveRecorder.TIMEOUT_NANOS);
  private final LoadDriver driver =
      new LoadDriver(requests, recorder, () -> now, null, new CompletableFuture<>());

  @Test
  void anArrivalGoesToTheUserThatWasFreeLast() {
    withUsers(2);
    arriveUntilDue(1);

    assertThat(hasRequest(all.get(0))).isFalse();
    assertThat(hasRequest(all.get(1))).isTrue();
    assertThat(counts().sent()).isEqualTo(1);
  }

  @Test
  void whoFindsNoUserWaitsInOrderAndItsWaitCounts() {
    withUsers(1);
    arriveUntilDue(3);
    assertThat(recorder.view(now).waiting()).isEqualTo(2);
    assertThat(recorder.view(now).health().sent()).as("not the generator's delay").isEqualTo(1);

    long first = all.get(0).due;
    now += SECOND;
    end(all.get(0), 200);
    take(all.get(0));

    assertThat(all.get(0).due).isGreaterThan(first);
    assertThat(recorder.view(now).waiting()).isEqualTo(1);
    assertThat(recorder.view(now).p50Micros()).isGreaterThanOrEqualTo(1_000_000);
  }

  @Test
  void whoWaitsForTooLongHasFailed() {
    withUsers(1);
    arriveUntilDue(2);
    perSecond = 0;
    arrive();

    now += 2 * LiveRecorder.TIMEOUT_NANOS;
    arrive();

    assertThat(counts()).isEqualTo(new Counts(2, 1, 0, 0, 1, 1));
  }

  @Test
  void aRequestWithoutAConnectionHasFailed() {
    withUsers(1);
    arriveUntilDue(1);

    take(all.get(0)); // Hyperfoil begins again without an end

    assertThat(hasRequest(all.get(0))).isFalse();
    assertThat(counts()).isEqualTo(new Counts(1, 1, 0, 0, 1, 0));
  }

  @Test
  void tellsRefusedFailedAndTimedOutApart() {
    withUsers(4);
    arriveUntilDue(4);
    end(all.get(0), 503);
    end(all.get(1), 500);
    end(all.get(2), 0);
    now += LiveRecorder.TIMEOUT_NANOS;
    end(all.get(3), 0);

    assertThat(counts()).isEqualTo(new Counts(4, 4, 0, 1, 3, 0));
    assertThat(recorder.view(now).p99Micros()).as("of what nobody answered").isZero();
  }

  @Test
  void whatIsCutOffHasFailed() {
    withUsers(1);
    arriveUntilDue(3);

    recorder.cutOff(now);

    assertThat(counts()).isEqualTo(new Counts(3, 1, 0, 0, 3, 0));
  }

  @Test
  void afterAResetOnlyNewRequestsCount() {
    withUsers(2);
    arriveUntilDue(1);
    RequestState busy = all.get(1);
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
      arrive();
      RequestState user = all.get(random.nextInt(all.size()));
      if (hasRequest(user)) {
        end(user, random.nextInt(4) == 0 ? 503 : 200);
        take(user);
      }
      Counts is = counts();
      assertThat(is.answered() + is.refused() + is.failed() + is.inFlight()).isEqualTo(is.due());
    }
    assertThat(counts().due()).isGreaterThan(1_000);
    assertThat(counts().failed()).isPositive();
  }

  private void withUsers(int count) {
    for (int i = 0; i < count; i++) {
      RequestState user = driver.join();
      all.add(user);
      take(user);
    }
    arrive(); // asks for the rate
  }

  private void arriveUntilDue(long count) {
    while (counts().due() < count) {
      now += TimeUnit.MILLISECONDS.toNanos(1);
      arrive();
    }
  }

  private void arrive() {
    requests.arrive();
    all.forEach(this::send);
  }

  private void take(RequestState user) {
    driver.take(user);
    send(user);
  }

  /** Takes what is due, as the user does when it is woken. */
  private void send(RequestState user) {
    if (hasRequest(user) && !user.departed) {
      user.departed = true;
      driver.departed(user, now);
    }
  }

  private void end(RequestState user, int status) {
    user.status = status;
    driver.ended(user);
  }

  private static boolean hasRequest(RequestState user) {
    return user.due != Schedule.NEVER;
  }

  private Counts counts() {
    return recorder.view(now).counts();
  }
}
