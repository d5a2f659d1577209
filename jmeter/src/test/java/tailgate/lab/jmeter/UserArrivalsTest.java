package tailgate.lab.jmeter;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.Health;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;

class UserArrivalsTest {

  private static final RampUpLoad LOAD = new RampUpLoad(1000, Duration.ofSeconds(10), "/", false);

  private static final Segment SECOND_OF_1000 = new Segment(Kind.STEADY, 1, 1_000, 1_000);

  @Test
  void usersOnTheGridAreOnTime() {
    Health health = UserArrivals.health(LOAD, LongStream.range(0, 1000).map(i -> i * 10).toArray());

    assertThat(health).isEqualTo(new Health(1000, 1000, 0, 0, 0, 0));
  }

  @Test
  void whatItTakesToStartEachUserIsSpreadOverThoseToCome() {
    long[] starts = new long[1000];
    for (int i = 1; i < starts.length; i++) {
      starts[i] = starts[i - 1] + (10_000 - starts[i - 1]) / (1001 - i) + (i < 500 ? 2 : 0);
    }

    Health health = UserArrivals.health(LOAD, starts);

    assertThat(health.late()).isZero();
    assertThat(health.fellBehind()).isFalse();
    assertThat(starts[500]).as("far off the grid").isGreaterThan(5_200);
  }

  @Test
  void allWhoShouldHaveLeftWhileItStoodStillAreLate() {
    Health health = UserArrivals.health(LOAD, stoodStill(1_000));

    assertThat(health.late()).isEqualTo(100);
    assertThat(health.lagMaxMicros()).isEqualTo(1_000_000);
    assertThat(health.fellBehind()).isTrue();
  }

  @Test
  void aHiccupIsNoFallingBehind() {
    Health health = UserArrivals.health(LOAD, stoodStill(150));

    assertThat(health.late()).isEqualTo(15);
    assertThat(health.fellBehind()).isFalse();
  }

  @Test
  void usersWhoNeverLeftAreMissing() {
    Health health = UserArrivals.health(LOAD, LongStream.range(0, 900).map(i -> i * 10).toArray());

    assertThat(health.delivered()).isEqualTo(0.9);
  }

  @Test
  void withoutARampUpAllAreDueAtOnce() {
    Health health =
        UserArrivals.health(
            new RampUpLoad(4, Duration.ZERO, "/", false), LongStream.of(0, 1, 2, 50).toArray());

    assertThat(health).isEqualTo(new Health(4, 4, 0, 1, 48_000, 48_000));
  }

  @Test
  void evenlySpacedRequestsAreDueAtFixedTimesFromTheFirst() {
    long[] starts = LongStream.range(0, 1_000).map(i -> 5_000 + i + (i == 0 ? 3 : 0)).toArray();

    assertThat(UserArrivals.health(SECOND_OF_1000, starts))
        .isEqualTo(new Health(1_000, 1_000, 0, 0, 0, 3_000));
  }

  @Test
  void evenlySpacedRequestsThatAreCaughtUpWithWereLate() {
    long[] starts = LongStream.range(0, 1_000).map(i -> i < 500 ? i : Math.max(i, 650)).toArray();

    Health health = UserArrivals.health(SECOND_OF_1000, starts);

    assertThat(health.late()).isEqualTo(140); // of 150, the last ten by no more than 10 ms
    assertThat(health.lagMaxMicros()).isEqualTo(150_000);
    assertThat(health.fellBehind()).isTrue();
  }

  @Test
  void aRateThatIsNotReachedIsLate() {
    long[] starts = LongStream.range(0, 1_000).map(i -> i + i / 10).toArray();

    assertThat(UserArrivals.health(SECOND_OF_1000, starts).late()).isEqualTo(890);
  }

  /** At the 200th of 1,000 users, for so long. */
  private static long[] stoodStill(long millis) {
    long[] starts = new long[1000];
    for (int i = 1; i < starts.length; i++) {
      double wait = (10_000 - starts[i - 1]) / (double) (1001 - i);
      starts[i] = starts[i - 1] + (long) wait + (i == 200 ? millis : 0);
    }
    return starts;
  }
}
