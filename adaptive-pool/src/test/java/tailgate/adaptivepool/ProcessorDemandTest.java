package tailgate.adaptivepool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.adaptivepool.policy.PoolCounts;

/** On two cores. */
final class ProcessorDemandTest {
  private static final Reading START = reading(Duration.ZERO, Duration.ZERO, 0);

  private final ProcessorDemand demand = new ProcessorDemand();

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "workers that sleep,                            100,   1,  0, 0.01",
    "workers that compute on all cores,             100, 200,  8, 8",
    "workers that compute beside others,            100,  80,  8, 8",
    "workers that compute while time is stolen,     100,  50,  8, 8",
    "workers that wait in the kernel,               100,   5, 64, 0.36",
    "the first instant of a burst,                    0,   0,  8, 8",
    "a millisecond in which no worker had its turn,   1,   0,  8, 8",
    "20 ms in which no worker wanted one,            20,   0, 64, 0.8",
    "a look that finds them waiting by chance,      100, 160,  0, 1.6",
  })
  void asksTheStatesAndDoubtsThem(String name, int millis, int cpuMillis, int runnable, double is) {
    var now = reading(Duration.ofMillis(millis), Duration.ofMillis(cpuMillis), runnable);
    assertThat(demand.since(START, START, now).wanted()).isEqualTo(is);
    assertThat(demand.since(START, START, now).cores()).isEqualTo(2);
  }

  @Test
  void believesTheHigherOfTwoLooks() {
    assertThat(wanted(8)).isEqualTo(8);
    assertThat(wanted(1)).isEqualTo(8);
    assertThat(wanted(1)).isEqualTo(1);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "workers that compute while others take the processors,  10, 64,  0,  20,  20",
    "the same in a backlog that has just begun,              10, 64, -1,  20,  20",
    "fewer workers than threads that want a processor,       10,  3,  0,  20,  3",
    "workers that wait in the kernel and compute a little,  100, 64,  0, 1.5,  1.5",
    "the same in a backlog that has just begun,             100, 64, -1, 1.5,  64",
    "less than the workers have used,                       160, 64,  0, 1.5,  1.6",
  })
  void believesTheRunQueue(
      String name, int cpuMillis, int runnable, long since, double threads, double is) {
    var now =
        reading(
            Duration.ofMillis(100),
            Duration.ofMillis(cpuMillis),
            runnable,
            1,
            Optional.of(new RunQueue.Mean(threads, since)));
    assertThat(demand.since(START, START, now).wanted()).isEqualTo(is);
  }

  @Test
  void withoutABacklogItBelievesWhatTheRunQueueSaidBefore() {
    var before = Optional.of(new RunQueue.Mean(1.5, -1));
    var now = reading(Duration.ofMillis(100), Duration.ofMillis(100), 64, 0, before);
    assertThat(demand.since(START, now, now).wanted()).isEqualTo(1.5);
  }

  private double wanted(int runnable) {
    return demand
        .since(START, START, reading(Duration.ofMillis(1), Duration.ZERO, runnable))
        .wanted();
  }

  private static Reading reading(Duration at, Duration cpu, int runnable) {
    return reading(at, cpu, runnable, 0, Optional.empty());
  }

  private static Reading reading(
      Duration at, Duration cpu, int runnable, int queued, Optional<RunQueue.Mean> scheduled) {
    return new Reading(
        at.toNanos(),
        new PoolCounts(64, 0, 0, queued),
        0,
        0,
        new TaskTimer.Totals(0, 0, 0),
        new Reading.ProcessorReading(cpu.toNanos(), runnable, scheduled, 2));
  }
}
