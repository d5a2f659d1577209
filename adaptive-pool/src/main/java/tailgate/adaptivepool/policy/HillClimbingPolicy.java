package tailgate.adaptivepool.policy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hill climbing, as .NET's thread pool does it. Written from Hellerstein, Morrison and Eilebrecht,
 * "Optimizing Concurrency Levels in the .NET ThreadPool", 2010, with the settings that .NET
 * documents, among others: a wave of 4 samples, 8 waves of history, a target ratio of 0.15, at most
 * 4 workers a second.
 *
 * <p>It adds a square wave to the number of workers, and looks in the throughput for a wave of the
 * same period and phase. The larger it is in proportion, the faster the level rises; without one
 * the level falls.
 *
 * <p>What it leaves out, among others: random sample intervals, and longer ones while few tasks
 * end; a wave as large as the noise demands, and a gain that is squared; the thread that .NET adds
 * when nothing has moved for 500 ms, and that .NET adds none while the processors are used by 95 %.
 *
 * <p>Choose it to see what comes of a pool that tries all the time: it finds a bottleneck that
 * thresholds do not see, and is late for every burst.
 *
 * @param history the latest samples, the oldest first
 * @param samples how many there were; the wave is counted in them, so that it never shifts against
 *     the history, however long a sample took
 * @param since the end of the last one; null before the first look
 * @param level the number of workers without the wave
 */
public record HillClimbingPolicy(
    List<Measure> history, int samples, @Nullable Mark since, double level)
    implements ScalingPolicy {
  private static final Duration SAMPLE = Duration.ofMillis(200);
  private static final int PERIOD = 4;
  private static final int LONGEST = 8 * PERIOD;
  private static final double MOST_PER_SECOND = 4;
  private static final double TARGET_RATIO = 0.15;
  private static final double SIGNAL_TO_NOISE = 3;

  /** The wave is a tenth of the level, within these bounds. */
  private static final int WAVE_DIVISOR = 10;

  private static final int HIGHEST_WAVE = 20;

  /** A wave of less, in proportion to the mean, is a rounding error. */
  private static final double NO_WAVE = 1e-9;

  /**
   * The result of one sample.
   *
   * @param workers while it was measured
   * @param throughput tasks per second
   */
  public record Measure(int workers, double throughput) {}

  /**
   * The state of the pool at the end of a sample.
   *
   * @param completed tasks until then
   */
  public record Mark(Duration uptime, long completed) {}

  /** Copies the history. */
  public HillClimbingPolicy {
    history = List.copyOf(history);
  }

  /** Has seen nothing yet. */
  public HillClimbingPolicy() {
    this(List.of(), 0, null, 0);
  }

  @Override
  public HillClimbingPolicy after(PoolSample seen) {
    int staying = seen.counts().staying();
    Mark now = new Mark(seen.uptime(), seen.completed());
    if (since == null) {
      return new HillClimbingPolicy(history, samples, now, staying);
    }
    Duration time = now.uptime().minus(since.uptime());
    if (time.compareTo(SAMPLE) < 0) {
      return this;
    }
    double seconds = time.toNanos() / 1e9;
    double throughput = (now.completed() - since.completed()) / seconds;
    List<Measure> longer = new ArrayList<>(history);
    longer.add(new Measure(staying, throughput));
    if (longer.size() > LONGEST) {
      longer.removeFirst();
    }
    double moved = level + move(longer) * MOST_PER_SECOND * seconds;
    int highest = Math.max(seen.min(), seen.max() - amplitude()); // with room for the wave
    double next = Math.clamp(moved, seen.min(), highest);
    return new HillClimbingPolicy(longer, samples + 1, now, next);
  }

  @Override
  public Decision decide(PoolSample sample) {
    int target = (int) Math.round(level) + (isHigh() ? amplitude() : 0);
    // Workers above the wave leave when their task has ended, as in .NET, and not when the queue is
    // empty: it would flatten the wave while tasks wait.
    Cause cause = target < sample.counts().staying() ? Cause.TRIAL : Cause.OTHER;
    return new Decision(target, cause, "hill climbing");
  }

  /** Whether it is the second half of a period. */
  private boolean isHigh() {
    return samples / (PERIOD / 2) % 2 != 0;
  }

  private int amplitude() {
    return (int) Math.clamp(level / WAVE_DIVISOR, 1, HIGHEST_WAVE);
  }

  /** How fast the level moves, from -1 to 1. */
  private static double move(List<Measure> history) {
    int waves = history.size() / PERIOD;
    if (waves < 2) {
      return 0;
    }
    List<Measure> whole = history.subList(history.size() - waves * PERIOD, history.size());
    double[] throughput = whole.stream().mapToDouble(Measure::throughput).toArray();
    Wave cause = Wave.in(whole.stream().mapToDouble(Measure::workers).toArray(), waves);
    Wave effect = Wave.in(throughput, waves);
    if (cause.strength() < NO_WAVE) {
      return 0;
    }
    double noise = Wave.in(throughput, waves + 1).strength();
    double confidence = noise == 0 ? 1 : Math.min(1, effect.strength() / noise / SIGNAL_TO_NOISE);
    return Math.clamp((effect.along(cause) - TARGET_RATIO) * confidence, -1, 1);
  }

  /** The part of some values that is a wave of one frequency, in proportion to their mean. */
  private record Wave(double real, double imaginary) {

    /** A Fourier transform for one frequency. */
    static Wave in(double[] values, int waves) {
      double real = 0;
      double imaginary = 0;
      double sum = 0;
      for (int i = 0; i < values.length; i++) {
        double angle = 2 * Math.PI * waves * i / values.length;
        real += values[i] * Math.cos(angle);
        imaginary += values[i] * Math.sin(angle);
        sum += values[i];
      }
      return sum == 0 ? new Wave(0, 0) : new Wave(real / sum, imaginary / sum);
    }

    double strength() {
      return Math.hypot(real, imaginary);
    }

    /** How large it is in phase with another one, in proportion to that. */
    double along(Wave other) {
      double square = other.real * other.real + other.imaginary * other.imaginary;
      return (other.real * real + other.imaginary * imaginary) / square;
    }
  }
}
