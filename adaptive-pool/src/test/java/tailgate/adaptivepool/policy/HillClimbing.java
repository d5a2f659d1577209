package tailgate.adaptivepool.policy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Hill climbing, as .NET's thread pool does it; only to compare with, in the simulation. Written
 * from Hellerstein, Morrison and Eilebrecht, "Optimizing Concurrency Levels in the .NET
 * ThreadPool", 2010, with the settings that .NET documents: a wave of 4 samples, 8 waves of
 * history, a target ratio of 0.15, at most 4 workers a second.
 *
 * <p>It adds a square wave to the number of workers, and looks in the throughput for a wave of the
 * same period and phase. The larger it is in proportion, the faster the level rises; without one
 * the level falls. What it leaves out: random sample intervals and the injection of a thread when
 * nothing has moved for 500 ms.
 *
 * @param history the latest samples, the oldest first
 * @param level the number of workers without the wave; 0 before the first sample
 */
record HillClimbing(List<Measure> history, double level) implements ScalingPolicy {
  private static final Duration SAMPLE = Duration.ofMillis(200);
  private static final int PERIOD = 4;
  private static final int LONGEST = 8 * PERIOD;
  private static final double MOST_PER_SECOND = 4;
  private static final double TARGET_RATIO = 0.15;
  private static final double SIGNAL_TO_NOISE = 3;

  /** What was measured between two samples. */
  record Measure(Duration at, long completed, int workers, double throughput) {}

  HillClimbing() {
    this(List.of(), 0);
  }

  @Override
  public HillClimbing after(PoolSample seen) {
    int staying = seen.counts().staying();
    if (history.isEmpty()) {
      var first = new Measure(seen.uptime(), seen.completed(), staying, 0);
      return new HillClimbing(List.of(first), staying);
    }
    Measure last = history.getLast();
    Duration time = seen.uptime().minus(last.at());
    if (time.compareTo(SAMPLE) < 0) {
      return this;
    }
    double throughput = (seen.completed() - last.completed()) * 1e9 / time.toNanos();
    List<Measure> longer = new ArrayList<>(history);
    longer.add(new Measure(seen.uptime(), seen.completed(), staying, throughput));
    if (longer.size() > LONGEST) {
      longer.removeFirst();
    }
    var next = new HillClimbing(List.copyOf(longer), level);
    double seconds = time.toNanos() / 1e9;
    double moved = level + next.move() * MOST_PER_SECOND * seconds;
    return new HillClimbing(next.history, Math.clamp(moved, seen.min(), seen.max()));
  }

  @Override
  public Decision decide(PoolSample sample) {
    int samples = (int) (sample.uptime().toMillis() / SAMPLE.toMillis());
    int wave = samples / (PERIOD / 2) % 2 == 0 ? 0 : amplitude();
    return new Decision((int) Math.round(level) + wave, Cause.OTHER, "hill climbing");
  }

  private int amplitude() {
    return (int) Math.clamp(level / 10, 1, 20);
  }

  /** From -1 to 1. */
  private double move() {
    int waves = history.size() / PERIOD;
    if (waves < 2) {
      return 0;
    }
    List<Measure> whole = history.subList(history.size() - waves * PERIOD, history.size());
    double[] workers = whole.stream().mapToDouble(Measure::workers).toArray();
    double[] throughput = whole.stream().mapToDouble(Measure::throughput).toArray();
    double[] cause = component(workers, waves);
    double[] effect = component(throughput, waves);
    double strength = cause[0] * cause[0] + cause[1] * cause[1];
    if (strength == 0) {
      return 0;
    }
    double inPhase = (cause[0] * effect[0] + cause[1] * effect[1]) / strength;
    double[] noise = component(throughput, waves + 1);
    double ratio = Math.hypot(effect[0], effect[1]) / (1e-9 + Math.hypot(noise[0], noise[1]));
    double confidence = Math.min(1, ratio / SIGNAL_TO_NOISE);
    return Math.clamp((inPhase - TARGET_RATIO) * confidence, -1, 1);
  }

  /** The part of the values that is a wave of this frequency, in proportion to their mean. */
  private static double[] component(double[] values, int waves) {
    double real = 0;
    double imaginary = 0;
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      double angle = 2 * Math.PI * waves * i / values.length;
      real += values[i] * Math.cos(angle);
      imaginary += values[i] * Math.sin(angle);
      sum += values[i];
    }
    return sum == 0 ? new double[2] : new double[] {real / sum, imaginary / sum};
  }
}
