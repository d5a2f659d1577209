package tailgate.adaptivepool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tailgate.adaptivepool.Load.Task;
import tailgate.adaptivepool.policy.PolicyChoice;
import tailgate.queue.ModelDepth;

/**
 * What holds for every policy under every load, tried with thousands of random loads: bursts and
 * pauses, tasks that wait, compute, or both, with and without a bottleneck behind them. The seed of
 * a load is its number.
 */
@Tag("slow")
final class RandomArrivalsTest {
  private static final int LOADS = ModelDepth.of(10_000);
  private static final int MOST_TASKS = 100;
  private static final int CORES = 2;

  @ParameterizedTest
  @EnumSource
  void thePoolKeepsItsBoundsAndPerformsEveryTask(PolicyChoice policy) {
    for (int number = 0; number < LOADS; number++) {
      check(policy, new Random(number), number);
    }
  }

  private static void check(PolicyChoice policy, Random random, int number) {
    int min = 1 + random.nextInt(8);
    int max = min + random.nextInt(40);
    Load load = load(random);
    var pool = new PoolSimulation(policy.policy(), min, max, CORES, CORES, load);
    if (random.nextBoolean()) {
      pool.withSlots(1 + random.nextInt(6));
    }
    Duration end = Duration.ofSeconds(60);
    pool.runUntil(end);
    assertThat(pool.changes())
        .as("load %d", number)
        .allMatch(change -> change.resize().to() >= min && change.resize().to() <= max);
    // Growth is at most once a millisecond of a backlog, an eighth leaves in an interval.
    assertThat(pool.changes().size()).as("resizes of load %d", number).isLessThan(200);
    assertThat(pool.latencies()).as("tasks of load %d", number).hasSize(load.tasks().size());
    assertThat(pool.inside()).isZero();
  }

  private static Load load(Random random) {
    List<Task> tasks = new ArrayList<>();
    int count = 1 + random.nextInt(MOST_TASKS);
    long at = 0;
    while (tasks.size() < count) {
      at += (long) (random.nextExponential() * millis(random, 100));
      int burst = 1 + (int) Math.min(100, 10 * random.nextExponential() * random.nextInt(2));
      for (int i = 0; i < burst && tasks.size() < count; i++) {
        long wait = random.nextBoolean() ? millis(random, 50) : 0;
        long compute = random.nextInt(4) == 0 ? millis(random, 5) : 100_000;
        tasks.add(new Task(at, wait, compute));
      }
    }
    tasks.sort(Comparator.comparingLong(Task::atNanos));
    return new Load(tasks);
  }

  private static long millis(Random random, int most) {
    return 1 + (long) (random.nextDouble() * most * 1_000_000);
  }
}
