package tailgate.lab.sweep;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import tailgate.lab.load.Measurement;
import tailgate.lab.summary.Claim;
import tailgate.lab.summary.SummaryTable;

/**
 * What seed 000 has said of more and more users at a pool, beside what came of ours.
 *
 * @param opened with a new connection for each request, as the seed had them
 */
record ScaleClaims(Points opened) {

  /** Where the seed has its peak. */
  private static final int PEAK = 16;

  /** Those for which there are figures. */
  List<Claim> all() {
    return Stream.of(
            peak(),
            opened.at(PEAK).flatMap(few -> opened.at(64).map(many -> tail(few, many))),
            opened.at(128).map(ScaleClaims::half))
        .flatMap(Optional::stream)
        .toList();
  }

  /** A peak has two sides: without them the most of what was measured is none. */
  private Optional<Claim> peak() {
    boolean bothSides = opened.has(users -> users < PEAK) && opened.has(users -> users > PEAK);
    return bothSides && opened.at(PEAK).isPresent()
        ? opened.best().map(this::peak)
        : Optional.empty();
  }

  private Claim peak(SweepResult best) {
    return Claim.of(
        "a pool with new connections serves most at 16 users (000: 7,487 a second, by 8 workers)",
        best.run().users() == PEAK,
        String.format(
            Locale.ROOT,
            "most at %,d users, %,.0f a second; measured with %s",
            best.run().users(),
            best.measured().perSecond(),
            opened));
  }

  private static Claim tail(Measurement few, Measurement many) {
    double times = (double) many.figures().p99() / Math.max(1, few.figures().p99());
    return Claim.of(
        "its P99 is 6 times as long with 64 users as with 16 (000: 35.4 against 5.7 ms)",
        Claim.reaches(times, 6),
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
        SummaryTable.millis(many.figures().p50()) + " ms with 128");
  }
}
