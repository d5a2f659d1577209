package tailgate.lab.summary;

import static tailgate.lab.load.ServerTimeline.BUSY;
import static tailgate.lab.load.ServerTimeline.CPU;
import static tailgate.lab.load.ServerTimeline.IDLE;
import static tailgate.lab.load.ServerTimeline.MOST_WORKERS;
import static tailgate.lab.load.ServerTimeline.QUEUED;
import static tailgate.lab.load.ServerTimeline.QUEUE_CAPACITY;
import static tailgate.lab.load.ServerTimeline.TURNED_AWAY;
import static tailgate.lab.load.Text.format;
import static tailgate.lab.load.Text.millis;

import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.load.Timeline;

/**
 * The rules that decide whether something went wrong. One sample proves little, so sampled
 * quantities have to show it several times in a row.
 */
record Symptoms(Measurement measured) {

  /**
   * Something that went wrong in a run.
   *
   * @param atSeconds when it was first seen, from the first request
   * @param what the rest of a sentence that begins with the time
   * @param harm whether somebody got no answer
   */
  record Symptom(double atSeconds, String what, boolean harm) {}

  /** A server's own statistics, a quarter of a second apart, must show it in so many samples. */
  private static final int TWICE = 2;

  /** The kernel's figures, a tenth of a second apart, must show it in so many samples. */
  private static final int HALF_A_SECOND = 5;

  private static final double NOTABLE_QUEUE = 10;
  private static final double NO_CORES_LEFT = 0.1;

  /** The latency must show it in so many windows. */
  private static final int WINDOWS = 3;

  /** Answers are slow if they take so many times longer than usual, and {@link #SLOW_MICROS}. */
  private static final long LONGER = 10;

  private static final long SLOW_MICROS = 100_000;

  /** Answers are slow at this time, whatever is usual. */
  private static final long TOO_SLOW_MICROS = 2_000_000;

  /** Returns the symptoms in the order of time. */
  static List<Symptom> of(Measurement measured) {
    Symptoms rules = new Symptoms(measured);
    return Stream.of(
            rules.failed(),
            rules.turnedAway(),
            rules.allBusy(),
            rules.queued(),
            rules.noProcessorTimeLeft(),
            rules.slow())
        .flatMap(Optional::stream)
        .sorted(Comparator.comparingDouble(Symptom::atSeconds))
        .toList();
  }

  private Optional<Symptom> failed() {
    Timeline latency = measured.latency();
    String what = format("the first request failed, of %,d in all", measured.figures().failed());
    return IntStream.range(0, latency.failed().size())
        .filter(i -> latency.failed().get(i) > 0)
        .mapToObj(i -> new Symptom(i * latency.windowMillis() / 1e3, what, true))
        .findFirst();
  }

  private Optional<Symptom> turnedAway() {
    List<Double> count = values(TURNED_AWAY);
    double before = count.stream().filter(value -> !value.isNaN()).findFirst().orElse(0.0);
    String what =
        format(
            "it refused the first request or connection, of %,.0f in all",
            peak(TURNED_AWAY) - before);
    return first(TURNED_AWAY, 1, i -> count.get(i) > before, what, true);
  }

  private Optional<Symptom> allBusy() {
    List<Double> busy = values(BUSY);
    List<Double> most = values(MOST_WORKERS);
    String what = format("all %,.0f workers that it may have were busy", peak(MOST_WORKERS));
    return first(BUSY, TWICE, i -> i < most.size() && busy.get(i) >= most.get(i), what, false);
  }

  private Optional<Symptom> queued() {
    List<Double> queued = values(QUEUED);
    String what =
        format(
            "tasks had to wait for a worker, up to %,.0f at once in a queue for %,.0f",
            peak(QUEUED), peak(QUEUE_CAPACITY));
    return first(QUEUED, TWICE, i -> queued.get(i) >= NOTABLE_QUEUE, what, false);
  }

  private Optional<Symptom> noProcessorTimeLeft() {
    List<Double> idle = values(IDLE);
    String what =
        format(
            "the machine had no processor time left (the server used %.1f cores at most)",
            peak(CPU));
    return first(IDLE, HALF_A_SECOND, i -> idle.get(i) <= NO_CORES_LEFT, what, false);
  }

  /** Finds slow answers. The latency shows them without any figures of the server. */
  private Optional<Symptom> slow() {
    Timeline latency = measured.latency();
    int[] answered =
        IntStream.range(0, latency.p50().size()).filter(i -> latency.p50().get(i) > 0).toArray();
    long usual = usualMicros(latency);
    long limit = Math.max(SLOW_MICROS, Math.min(LONGER * usual, TOO_SLOW_MICROS));
    int run = 0;
    for (int i = 0; i < answered.length; i++) {
      run = latency.p50().get(answered[i]) >= limit ? run + 1 : 0;
      if (run == WINDOWS) {
        double at = answered[i - WINDOWS + 1] * latency.windowMillis() / 1e3;
        return Optional.of(new Symptom(at, slowInWords(latency, usual, limit), false));
      }
    }
    return Optional.empty();
  }

  private static String slowInWords(Timeline latency, long usual, long limit) {
    return format(
        "answers became slow: at the worst, half of them took %s ms or more%s",
        millis(Collections.max(latency.p50())),
        usual < limit ? " instead of " + millis(usual) + " ms" : "");
  }

  /** Returns the median latency that all but the best tenth of the windows reach. */
  private static long usualMicros(Timeline latency) {
    List<Long> sorted = latency.p50().stream().filter(p50 -> p50 > 0).sorted().toList();
    return sorted.isEmpty() ? 0 : sorted.get(sorted.size() / 10);
  }

  /** Says when a condition began to hold for {@code inARow} samples in a row, during the load. */
  private Optional<Symptom> first(
      String quantity, int inARow, IntPredicate matches, String what, boolean harm) {
    ServerTimeline timeline = measured.server().with(quantity);
    int run = 0;
    for (int i = 0; i < timeline.of(quantity).size(); i++) {
      long since = timeline.epochMillis().get(i) - measured.startEpochMillis();
      boolean during = since >= 0 && since <= measured.millis();
      run = during && matches.test(i) ? run + 1 : 0;
      if (run == inARow) {
        long begin = timeline.epochMillis().get(i - inARow + 1) - measured.startEpochMillis();
        return Optional.of(new Symptom(begin / 1e3, what, harm));
      }
    }
    return Optional.empty();
  }

  private List<Double> values(String quantity) {
    return measured.server().with(quantity).of(quantity);
  }

  private double peak(String quantity) {
    return measured.server().peak(quantity);
  }
}
