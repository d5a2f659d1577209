package tailgate.lab.summary;

import static tailgate.lab.load.ServerTimeline.BUSY;
import static tailgate.lab.load.ServerTimeline.CPU;
import static tailgate.lab.load.ServerTimeline.IDLE;
import static tailgate.lab.load.ServerTimeline.MOST_WORKERS;
import static tailgate.lab.load.ServerTimeline.QUEUED;
import static tailgate.lab.load.ServerTimeline.QUEUE_CAPACITY;
import static tailgate.lab.load.ServerTimeline.TURNED_AWAY;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.load.Timeline;

/**
 * The rules by which something counts as having gone wrong. One sample proves little, so what is
 * sampled has to be seen several times in a row.
 */
final class Symptoms {

  /** Samples of a server's own statistics, a quarter of a second each. */
  private static final int TWICE = 2;

  /** Samples of the kernel's, a tenth of a second each. */
  private static final int HALF_A_SECOND = 5;

  private static final double NOTABLE_QUEUE = 10;
  private static final double NO_CORES_LEFT = 0.1;

  /** How many times longer than at first an answer takes when it takes longer and longer. */
  private static final long LONGER = 4;

  private static final long NOTABLE_MICROS = 100_000;

  private final Measurement measured;

  private Symptoms(Measurement measured) {
    this.measured = measured;
  }

  /** In the order of time. */
  static List<Symptom> of(Measurement measured) {
    Symptoms rules = new Symptoms(measured);
    return Stream.of(
            rules.failed(),
            rules.turnedAway(),
            rules.allBusy(),
            rules.queued(),
            rules.machineAtItsEnd(),
            rules.longerAndLonger())
        .flatMap(Optional::stream)
        .sorted(Comparator.comparingDouble(Symptom::atSeconds))
        .toList();
  }

  private Optional<Symptom> failed() {
    Timeline latency = measured.latency();
    return IntStream.range(0, latency.failed().size())
        .filter(i -> latency.failed().get(i) > 0)
        .mapToObj(
            i ->
                new Symptom(
                    i * latency.windowMillis() / 1e3,
                    String.format(
                        Locale.ROOT,
                        "the first request failed, of %,d in all",
                        measured.figures().failed()),
                    true))
        .findFirst();
  }

  private Optional<Symptom> turnedAway() {
    List<Double> count = values(TURNED_AWAY);
    double before = count.stream().filter(value -> !value.isNaN()).findFirst().orElse(0.0);
    return first(TURNED_AWAY, 1, i -> count.get(i) > before)
        .map(
            at ->
                new Symptom(
                    at,
                    String.format(
                        Locale.ROOT,
                        "it sent the first away for want of a place, of %,.0f in all",
                        peak(TURNED_AWAY) - before),
                    true));
  }

  private Optional<Symptom> allBusy() {
    List<Double> busy = values(BUSY);
    List<Double> most = values(MOST_WORKERS);
    return first(BUSY, TWICE, i -> i < most.size() && busy.get(i) >= most.get(i))
        .map(
            at ->
                new Symptom(
                    at,
                    String.format(
                        Locale.ROOT,
                        "all %,.0f workers that it may have were busy",
                        peak(MOST_WORKERS)),
                    false));
  }

  private Optional<Symptom> queued() {
    List<Double> queued = values(QUEUED);
    return first(QUEUED, TWICE, i -> queued.get(i) >= NOTABLE_QUEUE)
        .map(
            at ->
                new Symptom(
                    at,
                    String.format(
                        Locale.ROOT,
                        "tasks had to wait for a worker, up to %,.0f at once in a queue for %,.0f",
                        peak(QUEUED),
                        peak(QUEUE_CAPACITY)),
                    false));
  }

  private Optional<Symptom> machineAtItsEnd() {
    List<Double> idle = values(IDLE);
    return first(IDLE, HALF_A_SECOND, i -> idle.get(i) <= NO_CORES_LEFT)
        .map(
            at ->
                new Symptom(
                    at,
                    String.format(
                        Locale.ROOT,
                        "the machine had no processor time left, of which the server took %.1f"
                            + " cores at most",
                        peak(CPU)),
                    false));
  }

  private Optional<Symptom> longerAndLonger() {
    List<Long> p50 = measured.latency().p50();
    int quarter = p50.size() / 4;
    OptionalDouble early = median(p50.subList(0, quarter));
    OptionalDouble late = median(p50.subList(p50.size() - quarter, p50.size()));
    if (early.isEmpty()
        || late.isEmpty()
        || late.getAsDouble() < Math.max(NOTABLE_MICROS, LONGER * early.getAsDouble())) {
      return Optional.empty();
    }
    return IntStream.range(0, p50.size())
        .filter(i -> p50.get(i) >= LONGER * early.getAsDouble())
        .mapToObj(
            i ->
                new Symptom(
                    i * measured.latency().windowMillis() / 1e3,
                    String.format(
                        Locale.ROOT,
                        "answers took longer and longer, half of them %s ms and more towards the"
                            + " end",
                        SummaryTable.millis(late.getAsDouble())),
                    false))
        .findFirst();
  }

  /** Of windows in which there was an answer. */
  private static OptionalDouble median(List<Long> values) {
    List<Long> sorted = values.stream().filter(value -> value > 0).sorted().toList();
    return sorted.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(sorted.get(sorted.size() / 2));
  }

  /** When something began to be true for so many samples in a row, during the load. */
  private Optional<Double> first(String quantity, int inARow, IntPredicate matches) {
    ServerTimeline timeline = measured.server().with(quantity);
    int run = 0;
    for (int i = 0; i < timeline.of(quantity).size(); i++) {
      long since = timeline.epochMillis().get(i) - measured.startEpochMillis();
      boolean during = since >= 0 && since <= measured.millis();
      run = during && matches.test(i) ? run + 1 : 0;
      if (run == inARow) {
        int begin = i - inARow + 1;
        return Optional.of((timeline.epochMillis().get(begin) - measured.startEpochMillis()) / 1e3);
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
