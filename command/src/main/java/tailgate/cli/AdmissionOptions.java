package tailgate.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tailgate.metrics.PoolStatistics;
import tailgate.queue.AdmissionKind;
import tailgate.queue.AdmissionRule;
import tailgate.queue.DisciplinedSemaphore;
import tailgate.queue.QueueDiscipline;
import tailgate.queue.RingBuffer;

/**
 * A bound on the requests in the handler, for a stage with a thread for each connection, and what
 * happens to requests that wait for it.
 */
public final class AdmissionOptions {

  @Option(
      names = "--max-concurrent",
      paramLabel = "N",
      order = -2,
      description =
          "Maximum number of requests in the handler at the same time. The threads of the others"
              + " wait, as --queue-policy says. (no limit)")
  private @Nullable Integer maxConcurrent;

  @Mixin private QueueOptions queue = new QueueOptions();

  /**
   * The bound; null if there is none.
   *
   * @param mostWaiting requests that can wait
   * @throws IllegalArgumentException if a value is out of range, or has no effect without a bound
   */
  public @Nullable DisciplinedSemaphore admission(int mostWaiting) {
    QueueDiscipline discipline = queue.discipline();
    AdmissionRule rule = queue.admission();
    if (maxConcurrent == null) {
      if (!discipline.isPlain() || rule.kind() != AdmissionKind.NONE) {
        throw new IllegalArgumentException(
            "--queue-policy, --deadline and --admission need --max-concurrent: without it no"
                + " request waits");
      }
      return null;
    }
    if (maxConcurrent < 1) {
      throw new IllegalArgumentException(
          "--max-concurrent must be at least 1, not " + maxConcurrent);
    }
    return new DisciplinedSemaphore(
        maxConcurrent,
        Math.min(mostWaiting, RingBuffer.MAX_CAPACITY),
        discipline,
        rule,
        System::nanoTime);
  }

  /**
   * Returns what the banner says of the bound: {@code ", 8 at a time, codel"}; {@code ""} without
   * one.
   */
  public String inWords() {
    return maxConcurrent == null ? "" : ", " + maxConcurrent + " at a time" + queue.inWords();
  }

  /** Threads that exist for one connection each, and how many of them wait. */
  public static PoolStatistics statistics(
      int threads, int maxThreads, @Nullable DisciplinedSemaphore admission) {
    var all = PoolStatistics.perTask(threads, maxThreads);
    return admission == null ? all : all.withQueue(admission.waiting(), admission.mostWaiting());
  }
}
