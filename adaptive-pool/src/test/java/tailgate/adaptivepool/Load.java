package tailgate.adaptivepool;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * Tasks and when they arrive, in order: the same with every run.
 *
 * @param tasks from the first to the last
 */
record Load(List<Load.Task> tasks) {

  /** A task that arrives, waits for something, and computes. */
  record Task(long atNanos, long waitNanos, long computeNanos) {}

  static Load atOnce(int count, Duration at, Duration wait, Duration compute) {
    var task = new Task(at.toNanos(), wait.toNanos(), compute.toNanos());
    return new Load(Stream.generate(() -> task).limit(count).toList());
  }

  /** Arrivals that know nothing of each other. */
  static Load poisson(
      double perSecond, Duration from, Duration to, Duration wait, Duration compute) {
    RandomGenerator random = new Random(42);
    List<Task> tasks = new ArrayList<>();
    double at = from.toNanos();
    while (true) {
      at += random.nextExponential() * 1e9 / perSecond;
      if (at >= to.toNanos()) {
        return new Load(List.copyOf(tasks));
      }
      tasks.add(new Task((long) at, wait.toNanos(), compute.toNanos()));
    }
  }

  Load and(Load other) {
    return new Load(
        Stream.concat(tasks.stream(), other.tasks.stream())
            .sorted(Comparator.comparingLong(Task::atNanos))
            .toList());
  }
}
