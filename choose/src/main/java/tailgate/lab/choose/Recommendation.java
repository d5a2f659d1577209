package tailgate.lab.choose;

import static tailgate.lab.load.Text.format;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import tailgate.lab.load.Disturbance;

/**
 * Puts a choice into words, each of them from figures.
 *
 * @param pick the candidate that is recommended; empty if none is
 * @param advice what to take, in a sentence or two, or why nothing is recommended, and what to do
 * @param changes what would change it
 */
record Recommendation(
    Optional<Row> pick,
    String advice,
    List<String> why,
    List<String> certainty,
    List<String> changes) {

  /** A sentence begins like this if the data allow no recommendation. */
  static final String NO = "No recommendation: ";

  private static final String TRY_AGAIN =
      " Try again when it is quiet; \"./tailgate doctor\" says what disturbs this machine.";

  private static final String MORE_LOAD =
      " Give the generator more processors (--cpus) or a machine of its own (--load-host).";

  private static final String LARGER_QUOTA = " Give the container a larger quota.";

  static Recommendation of(ChoosePlan plan, List<Row> rows, OptionalDouble noise) {
    Choice choice = Choice.of(rows, plan, noise);
    Optional<String> objection = objection(plan, rows, choice);
    if (choice.pick().isEmpty() || choice.best().isEmpty()) {
      return nothing(plan, rows, objection);
    }
    Reasons words = new Reasons(plan, rows, choice, choice.pick().get(), choice.best().get());
    return objection.isPresent()
        ? new Recommendation(
            Optional.empty(), objection.get(), List.of(), words.certainty(noise), List.of())
        : new Recommendation(
            choice.pick(), words.advice(), words.why(), words.certainty(noise), words.changes());
  }

  /**
   * Says why the figures do not carry a recommendation, with what to do. Empty if they do: then
   * most candidates, and the one that is chosen, were measured as the method asks for, and none
   * that was not could be better.
   */
  private static Optional<String> objection(ChoosePlan plan, List<Row> rows, Choice choice) {
    List<Row> measured = rows.stream().filter(row -> !row.isRough(rows)).toList();
    for (Flaw flaw : Flaw.values()) {
      List<Row> having =
          measured.stream().filter(row -> row.flaws(plan.objective()).contains(flaw)).toList();
      if (2 * having.size() > measured.size()) {
        return Optional.of(
            format(
                "%s%s, which is so for %d of %d candidates%s.%s",
                NO,
                flaw.words(),
                having.size(),
                measured.size(),
                by(flaw, having),
                help(flaw, having)));
      }
    }
    long flawed = measured.stream().filter(row -> !row.flaws(plan.objective()).isEmpty()).count();
    if (2 * flawed > measured.size()) {
      return Optional.of(
          format(
              "%smost candidates are in doubt, %d of %d.%s",
              NO, flawed, measured.size(), TRY_AGAIN));
    }
    return choice.pick().flatMap(pick -> objection(plan, choice, pick));
  }

  private static Optional<String> objection(ChoosePlan plan, Choice choice, Row pick) {
    for (Flaw flaw : List.of(Flaw.DISTURBED, Flaw.CONTRADICTED)) {
      if (pick.flaws(plan.objective()).contains(flaw)) {
        return Optional.of(
            format(
                "%sit would be %s with %s, but %s%s.%s",
                NO,
                pick.name(),
                Reasons.rate(pick),
                flaw.words(),
                flaw == Flaw.CONTRADICTED ? contradiction(plan, pick) : by(flaw, List.of(pick)),
                help(flaw, List.of(pick))));
      }
    }
    Objective objective = plan.objective();
    Optional<Row> open =
        choice.open().stream()
            .filter(Simplicity::isSafe)
            .filter(row -> !row.isAtLimit(objective) || isSimpler(row, pick))
            .findFirst()
            .or(() -> tie(choice, pick, objective));
    return open.map(
        row ->
            format(
                "%sit would be %s with %s, but %s may %s: %s.%s",
                NO,
                pick.name(),
                Reasons.rate(pick),
                row.name(),
                row.isOpen(objective) ? "do more" : "be as good",
                cause(row, pick, objective),
                row.isAtLimit(objective) ? MORE_LOAD : TRY_AGAIN));
  }

  /** Finds a candidate that would be taken instead of a pick that only a late generator ended. */
  private static Optional<Row> tie(Choice choice, Row pick, Objective objective) {
    return !pick.isLate(objective)
        ? Optional.empty()
        : choice.others().stream()
            .filter(
                row ->
                    Simplicity.isSafe(row) && row.capacity().isNear(pick.capacity(), choice.band()))
            .filter(row -> !Simplicity.isSafe(pick) || isSimpler(row, pick))
            .findFirst();
  }

  private static String cause(Row row, Row pick, Objective objective) {
    if (row.lacksConnections(objective)) {
      return format(
          "all %,d connections of the generator were in use there", ChoosePlan.MOST_CONNECTIONS);
    }
    if (row.isAtLimit(objective)) {
      return "the limit of the generator has ended its climb";
    }
    return row.flaws(objective).stream()
        .findFirst()
        .map(Flaw::words)
        .orElse("the generator itself was late where " + pick.name() + " has ended");
  }

  /** Returns whether a candidate would be recommended instead if it could do as much. */
  private static boolean isSimpler(Row row, Row pick) {
    return Simplicity.order().compare(row, pick) < 0;
  }

  /** Says by what the worst of them was disturbed. */
  private static String by(Flaw flaw, List<Row> rows) {
    return worst(flaw, rows).map(disturbance -> " (" + disturbance.words() + ")").orElse("");
  }

  private static String help(Flaw flaw, List<Row> rows) {
    return worst(flaw, rows)
        .filter(disturbance -> disturbance.ofThrottled() == Disturbance.Degree.TOO_MUCH)
        .map(disturbance -> LARGER_QUOTA)
        .orElse(TRY_AGAIN);
  }

  private static Optional<Disturbance> worst(Flaw flaw, List<Row> rows) {
    return flaw != Flaw.DISTURBED
        ? Optional.empty()
        : rows.stream()
            .flatMap(row -> row.arms().stream())
            .flatMap(arm -> Optional.ofNullable(arm.disturbance()).stream())
            .max(
                Comparator.comparing(Disturbance::degree)
                    .thenComparingDouble(Disturbance::foreign));
  }

  private static String contradiction(ChoosePlan plan, Row pick) {
    return Optional.ofNullable(pick.arm().after())
        .flatMap(after -> after.half().failure(plan.objective()))
        .map(" (%s)"::formatted)
        .orElse("");
  }

  private static Recommendation nothing(
      ChoosePlan plan, List<Row> rows, Optional<String> objection) {
    List<String> failed =
        rows.stream()
            .flatMap(row -> FailedRequests.limitOf(row, plan.objective()).stream())
            .toList();
    if (!failed.isEmpty()) {
      return new Recommendation(
          Optional.empty(),
          "No model answers without errors. %s Mend the handler first.".formatted(failed.get(0)),
          failed.subList(1, failed.size()),
          List.of(),
          List.of());
    }
    String least =
        rows.stream()
            .min(Comparator.comparingDouble(Row::heldMicros))
            .map(
                row ->
                    format(
                        "The fastest half of the requests took %s with %s, at the lowest rate that"
                            + " was tried.",
                        Reasons.millis(row.heldMicros()), row.name()))
            .orElse("Nothing was measured.");
    return objection
        .map(
            words ->
                new Recommendation(Optional.empty(), words, List.of(), List.of(least), List.of()))
        .orElseGet(
            () ->
                new Recommendation(
                    Optional.empty(),
                    "No model keeps %s at any rate that was tried.".formatted(plan.objective()),
                    List.of(least),
                    List.of(),
                    List.of("A handler that takes less time, or an objective that allows more.")));
  }
}
