package tailgate.lab.sweep;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Stream;
import tailgate.lab.load.Measurement;
import tailgate.lab.summary.Claim;
import tailgate.lab.summary.SummaryTable;

/** What has been said of loads like these, beside what came of ours. */
record SweepClaims(SweepFigures figures) {

  /** Some time above the second that is waited for. */
  private static final Duration A_SECOND = Duration.ofMillis(1_500);

  /**
   * Those for which there are figures, and a word on each run that does not speak; none if a
   * handler of somebody's own has answered.
   */
  static List<Claim> of(SweepPlan sweep, List<SweepResult> results) {
    List<SweepResult> counting =
        results.stream().filter(result -> Claim.counts(result.measured())).toList();
    if (sweep.arguments().equals(SweepPlan.SLOW_HANDLER.arguments())) {
      return onSpeed(counting, figures -> new SweepClaims(figures).slowHandler());
    }
    if (sweep.name().equals(SweepPlan.SCALE.name()) && sweep.arguments().isEmpty()) {
      return onSpeed(counting, SweepClaims::scale);
    }
    // Here a failure is an answer to the question, and no objection.
    return sweep.arguments().equals(SweepPlan.FAN_OUT.arguments())
        ? new SweepClaims(new SweepFigures(counting)).fanOut()
        : List.of();
  }

  private static List<Claim> onSpeed(
      List<SweepResult> counting, Function<SweepFigures, List<Claim>> claims) {
    List<SweepResult> speaking =
        counting.stream().filter(result -> Claim.speaks(result.measured())).toList();
    List<Measurement> all = counting.stream().map(SweepResult::measured).toList();
    return Stream.concat(
            claims.apply(new SweepFigures(speaking)).stream(), Claim.silent(all).stream())
        .toList();
  }

  private static List<Claim> scale(SweepFigures figures) {
    Points opened = Points.of(figures, false);
    Points kept = Points.of(figures, true);
    return Stream.concat(
            new ScaleClaims(opened).all().stream(),
            new ConnectionClaims(opened, kept).all().stream())
        .toList();
  }

  // ---- slow-handler

  private List<Claim> slowHandler() {
    Optional<Measurement> one = figures.at("singlethreaded", 500, true);
    Optional<Measurement> many = figures.at("thread-per-request", 500, true);
    return Stream.of(
            one.map(SweepClaims::oneThread),
            one.flatMap(single -> many.map(each -> aThreadEach(single, each))))
        .flatMap(Optional::stream)
        .toList();
  }

  private static Claim oneThread(Measurement one) {
    double perSecond = one.perSecond();
    return Claim.of(
        "one thread answers 10 requests a second (002: 9.95)",
        Claim.isAbout(perSecond, 10),
        String.format(Locale.ROOT, "%.2f", perSecond));
  }

  private static Claim aThreadEach(Measurement one, Measurement many) {
    double times = many.perSecond() / one.perSecond();
    return Claim.of(
        "a thread for each connection answers 480 times as much, in little more than 100 ms (002:"
            + " 4,778 a second)",
        Claim.reaches(times, 480) && Claim.isAbout((double) many.figures().p50(), 100_000),
        String.format(
            Locale.ROOT,
            "%,.0f a second, %,.0f times as much, half of them within %s ms",
            many.perSecond(),
            times,
            SummaryTable.millis(many.figures().p50())));
  }

  // ---- fan-out

  private List<Claim> fanOut() {
    return figures.stages().stream()
        .map(
            stage ->
                Claim.question(
                    stage + " answers all requests, and 99 % of them within 1.5 s", inTime(stage)))
        .toList();
  }

  private String inTime(String stage) {
    OptionalInt most =
        figures.of(stage, true).stream()
            .takeWhile(result -> isInTime(result.measured()))
            .mapToInt(result -> result.run().users())
            .max();
    return most.isEmpty()
        ? "for none of these numbers of users"
        : String.format(Locale.ROOT, "up to %,d users", most.getAsInt());
  }

  private static boolean isInTime(Measurement measured) {
    return measured.figures().count() > 0
        && measured.figures().failed() == 0
        && measured.figures().p99() <= A_SECOND.toMillis() * 1_000;
  }
}
