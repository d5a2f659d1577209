package tailgate.lab.sweep;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import tailgate.lab.load.Measurement;
import tailgate.lab.summary.Claim;
import tailgate.lab.summary.SummaryTable;

/** What two seeds have said of more and more users at a pool, beside what came of ours. */
record ScaleClaims(SweepFigures figures) {

  /** What both pools of the seeds are to us. */
  private static final String POOL = "threadpool";

  List<Claim> all() {
    Optional<Measurement> at16 = figures.at(POOL, 16, false);
    Optional<Measurement> at64 = figures.at(POOL, 64, false);
    Optional<Measurement> at128 = figures.at(POOL, 128, false);
    return Stream.of(
            at16.flatMap(few -> peak()),
            at16.flatMap(few -> at64.map(many -> tail(few, many))),
            at128.map(ScaleClaims::half),
            newConnections(),
            fall())
        .flatMap(Optional::stream)
        .toList();
  }

  private Optional<Claim> peak() {
    return best(false)
        .map(
            best ->
                Claim.of(
                    "a pool with new connections serves most at 16 users (000: 7,487 a second, by"
                        + " 8 workers)",
                    best.run().users() == 16,
                    String.format(
                        Locale.ROOT,
                        "most at %,d users, %,.0f a second",
                        best.run().users(),
                        best.measured().perSecond())));
  }

  private Optional<SweepResult> best(boolean keepAlive) {
    return figures.of(POOL, keepAlive).stream()
        .max(Comparator.comparingDouble(result -> result.measured().perSecond()));
  }

  private static Claim tail(Measurement few, Measurement many) {
    double times = (double) many.figures().p99() / Math.max(1, few.figures().p99());
    return Claim.of(
        "its P99 is 6 times as long with 64 users as with 16 (000: 35.4 against 5.7 ms)",
        times >= 6 * Claim.ENOUGH,
        String.format(
            Locale.ROOT,
            "%s against %s ms, %.1f times",
            SummaryTable.millis(many.figures().p99()),
            SummaryTable.millis(few.figures().p99()),
            times));
  }

  private static Claim half(Measurement many) {
    return Claim.of(
        "half of its answers take less than 20 ms up to 128 users (000: 19.3 ms)",
        many.figures().p50() < 20_000,
        SummaryTable.millis(many.figures().p50()) + " ms");
  }

  private Optional<Claim> newConnections() {
    List<Double> shares =
        figures.of(POOL, false).stream()
            .flatMap(
                opened ->
                    figures.at(POOL, opened.run().users(), true).stream()
                        .map(kept -> opened.measured().perSecond() / kept.perSecond()))
            .sorted()
            .toList();
    if (shares.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        Claim.of(
            "a pool serves more on new connections than on kept ones (001: 31,948 against 21,994 a"
                + " second at 10 users)",
            shares.get(0) > 1,
            String.format(
                Locale.ROOT,
                "%.0f to %.0f %% of what it serves on kept ones",
                100 * shares.get(0),
                100 * shares.get(shares.size() - 1))));
  }

  private Optional<Claim> fall() {
    Optional<Double> opened = fallAtMost(false);
    Optional<Double> kept = fallAtMost(true);
    return opened.flatMap(
        first ->
            kept.map(
                second ->
                    Claim.of(
                        "with 1,000 users it serves less than at its best, 33 % less on new"
                            + " connections and 13 % on kept ones (001)",
                        first >= 0.33 * Claim.ENOUGH && second >= 0.13 * Claim.ENOUGH,
                        String.format(
                            Locale.ROOT,
                            "%.0f %% less and %.0f %% less",
                            100 * first,
                            100 * second))));
  }

  private Optional<Double> fallAtMost(boolean keepAlive) {
    return figures
        .at(POOL, 1_000, keepAlive)
        .flatMap(
            most ->
                best(keepAlive).map(best -> 1 - most.perSecond() / best.measured().perSecond()));
  }
}
