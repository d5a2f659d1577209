package tailgate.lab.hyperfoil;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.Arrivals;
import tailgate.lab.load.Figures;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadResult.Persistent;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.RequestSpec;
import tailgate.lab.load.Retries;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;

class LoadDriverTest {

  /** Users, for whom a load waits longest. */
  private static final int MANY = 1_000;

  /** Of the clock; the load starts 250 ms later. */
  private final AtomicLong nanoTime = new AtomicLong(1);

  private ResultRecorder recorder = recorder(Model.CLOSED);
  private LoadDriver driver = driver(Model.CLOSED);

  @Test
  void inAClosedLoadARequestIsDueWhenTheUsersPreviousOneEnded() {
    begin(Model.CLOSED);
    RequestState user = driver.join();
    driver.take(user);
    at(10);
    end(user, 200);

    at(13); // the generator was busy
    driver.take(user);
    driver.departed(user, driver.now());
    at(20);
    end(user, 200);

    assertThat(user.due).isEqualTo(millis(10));
    Figures figures = result().segments().get(0).figures();
    assertThat(figures.max()).isBetween(9_990L, 10_010L); // not 7 ms
    assertThat(result().health().lagMaxMicros()).isBetween(2_990L, 3_010L);
  }

  @Test
  void aClosedLoadIsOverWhenAllUsersHaveTheirLastAnswer() {
    begin(Model.CLOSED);
    RequestState one = driver.join();
    RequestState other = driver.join();
    driver.take(one);
    driver.take(other);
    at(999);
    end(one, 200);
    at(1_002);
    end(other, 200);
    driver.take(other);
    assertThat(isOver()).as("one's next request was due in time").isFalse();

    driver.take(one);
    at(1_010);
    end(one, 200);
    driver.take(one);

    assertThat(isOver()).isTrue();
    assertThat(result().segments().get(0).figures().count()).isEqualTo(3);
    assertThat(result().segments().get(0).answeredInTime()).isEqualTo(1);
  }

  @Test
  void usersWhoStillWaitWhenTheLoadIsOverAreUnanswered() {
    begin(Model.CLOSED);
    RequestState one = driver.join();
    RequestState other = driver.join();
    driver.take(one);
    driver.take(other);
    at(500);
    end(one, 200);
    driver.take(one);
    driver.over().toCompletableFuture().complete(null); // as after the drain
    at(6_000);
    end(other, 0); // cut off

    driver.recordUnanswered();

    Figures figures = result().segments().get(0).figures();
    assertThat(figures.count()).isEqualTo(1);
    assertThat(figures.failed()).isZero();
    assertThat(figures.unanswered()).isEqualTo(2);
    assertThat(figures.millis(90)).isEqualTo("> 6000");
  }

  @Test
  void anOpenLoadIsOverWhenEveryPlaceHasEnded() {
    begin(Model.OPEN); // with ten places
    RequestState one = driver.join();
    RequestState other = driver.join();
    driver.take(one);
    driver.take(other);
    at(5_000);
    for (int i = 0; i < 8; i++) {
      end(one, 200);
      driver.take(one);
    }
    end(one, 200);
    driver.take(one);
    assertThat(isOver()).as("the other one still waits").isFalse();

    end(other, 200);
    driver.take(other);

    assertThat(isOver()).isTrue();
    driver.recordUnanswered();
    assertThat(result().segments().get(0).figures().count()).isEqualTo(10);
    assertThat(result().segments().get(0).figures().unanswered()).isZero();
  }

  @Test
  void aClientThatAsksAgainHasOneRequestFromWhenItWasDue() {
    RequestState user = beginOpen(new Retries(2, 100, 1));
    at(5);
    end(user, 503);
    assertThat(user.sendAt).isEqualTo(millis(105));

    at(105);
    driver.departed(user, driver.now());
    at(115);
    end(user, 503);
    assertThat(user.sendAt).as("twice as long").isEqualTo(millis(315));

    at(325);
    end(user, 200);

    Figures figures = result().segments().get(0).figures();
    assertThat(figures.count()).isEqualTo(1);
    assertThat(figures.failed()).isZero();
    assertThat(figures.max()).isBetween(325_000L, 325_300L);
    assertThat(result().health().sent()).isEqualTo(1);
  }

  @Test
  void aClientThatHasAskedAgainOftenEnoughHasFailed() {
    RequestState user = beginOpen(new Retries(1, 0, 1));
    at(5);
    end(user, 503);
    assertThat(result().segments().get(0).figures().failed()).isZero();

    at(6);
    end(user, 503);

    assertThat(result().segments().get(0).figures().failed()).isEqualTo(1);
    assertThat(user.sentBefore).as("of its next request").isZero();
  }

  @Test
  void aRequestThatFoundItsKeptConnectionClosedIsSentAgainOnce() {
    RequestState user = beginOnKeptConnection("GET");
    at(5);
    end(user, 0);
    assertThat(user.waitingSince()).as("since when it was due").isZero();

    driver.departed(user, driver.now());
    at(9);
    end(user, 0); // the other connection is a new one

    assertThat(result().segments().get(0).figures().failed()).isEqualTo(1);
    assertThat(result().health().sent()).isEqualTo(1);
    assertThat(driver.resent()).isEqualTo(1);
  }

  @Test
  void aRequestThatMustNotBeSentTwiceFailsWithItsConnection() {
    RequestState user = beginOnKeptConnection("POST");
    at(5);
    end(user, 0);

    assertThat(result().segments().get(0).figures().failed()).isEqualTo(1);
    assertThat(driver.resent()).isZero();
  }

  @Test
  void aTimeOutIsNoClosedConnection() {
    RequestState user = beginOnKeptConnection("GET");
    at(30_000);
    end(user, 0);

    assertThat(result().segments().get(0).figures().failed()).isEqualTo(1);
  }

  /** A user whose first request has left on a connection that has served another one. */
  private RequestState beginOnKeptConnection(String method) {
    recorder = recorder(Model.OPEN);
    driver =
        new LoadDriver(
            new ScheduledRequests(schedule(Model.OPEN)),
            recorder,
            clock(true),
            null,
            new LoadDriver.Accepts(200, 399, millis(30_000)),
            new CompletableFuture<>());
    RequestState user = driver.join();
    driver.take(user);
    at(0);
    driver.departed(user, driver.now());
    user.request = new RequestSpec(method, "/", List.of(), ByteBuffer.allocate(0), 1);
    user.reused = true;
    return user;
  }

  @Test
  void everySecondClientAsksAgainIfHalfOfThemDo() {
    RequestState user = beginOpen(new Retries(1, 0, 0.5));
    for (int number = 0; number < 10; number++) {
      at(100L * number);
      end(user, 503);
      if (user.sentBefore == 1) {
        end(user, 200);
      }
      driver.take(user);
    }

    assertThat(result().segments().get(0).persistent()).isEqualTo(new Persistent(5, 0));
    assertThat(result().segments().get(0).figures().count()).isEqualTo(5);
    assertThat(result().segments().get(0).figures().failed()).isEqualTo(5);
  }

  @Test
  void aLoadThatBeginsWithAWarmUpWaitsLessForItsUsers() {
    assertThat(clock(false).getAsLong()).isEqualTo(-millis(100));
    assertThat(clock(true).getAsLong()).isEqualTo(-millis(250));
  }

  /** A user whose first request has left. */
  private RequestState beginOpen(Retries retries) {
    recorder = recorder(Model.OPEN);
    driver = driver(Model.OPEN, retries);
    RequestState user = driver.join();
    driver.take(user);
    at(0);
    driver.departed(user, driver.now());
    return user;
  }

  private void begin(Model model) {
    recorder = recorder(model);
    driver = driver(model);
  }

  private static Schedule schedule(Model model) {
    return new Schedule(List.of(new Segment(Kind.STEADY, 1, 10, 1_000)), model, Arrivals.UNIFORM);
  }

  private static ResultRecorder recorder(Model model) {
    return new ResultRecorder(schedule(model), 2, millis(30_000));
  }

  private LoadDriver driver(Model model) {
    return driver(model, null);
  }

  private LoadDriver driver(Model model, @Nullable Retries retries) {
    return new LoadDriver(
        new ScheduledRequests(schedule(model)),
        recorder,
        clock(true),
        retries,
        new CompletableFuture<>());
  }

  private LoadClock clock(boolean countsAtOnce) {
    return new LoadClock(MANY, countsAtOnce, 0, nanoTime::get, lead -> {});
  }

  private void end(RequestState user, int status) {
    user.status = status;
    driver.ended(user);
  }

  private boolean isOver() {
    return driver.over().toCompletableFuture().isDone();
  }

  private LoadResult result() {
    return recorder.result();
  }

  private void at(long millisOfLoad) {
    nanoTime.set(1 + millis(250 + millisOfLoad));
  }

  private static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
