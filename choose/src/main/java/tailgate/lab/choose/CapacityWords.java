package tailgate.lab.choose;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tailgate.lab.load.Text;
import tailgate.lab.stats.Interval;

/**
 * Writes the sentences on a running server.
 *
 * @param row what was found out about it
 */
record CapacityWords(UrlPlan plan, Row row) {

  private Objective objective() {
    return plan.objective();
  }

  /** Says what rate the server holds, and where it breaks. */
  String holds() {
    if (row.capacity().isNone()) {
      return "It keeps %s at no rate that was tried%s."
          .formatted(objective(), broke().map(step -> ": at " + failure(step)).orElse(""));
    }
    String held = Capacity.rate(row.perSecond()) + " requests/s with " + objective();
    return row.capacity().atLeast()
        ? "It holds at least %s: %s.".formatted(held, end())
        : "It holds %s%s."
            .formatted(held, broke().map(step -> ", and breaks at " + failure(step)).orElse(""));
  }

  /** Says what ended the climb, if that was not the server. */
  private String end() {
    Double most = plan.most();
    if (most != null && row.perSecond() > 0.99 * most) {
      return "no more may be sent (--most-rate)";
    }
    return row.isAtLimit(objective())
        ? "the generator here can be trusted with no more"
        : "the generator itself was late above that";
  }

  /** Says why a step has failed, as {@code 500/s, where 2.0 % failed (503)}. */
  private String failure(Step step) {
    return "%s/s, where %s%s"
        .formatted(
            Capacity.rate(step.rate()),
            step.failure(objective()).orElse("nothing failed"),
            causes(step));
  }

  private static String causes(Step step) {
    boolean areMany = step.failed() > Step.MOST_FAILED * step.arrivals();
    return step.failures() == null || !areMany
        ? ""
        : " (" + String.join(", ", step.failures().byCause().keySet()) + ")";
  }

  /**
   * Returns the step that ended the climb: of the lowest rate above the capacity that failed; empty
   * if the generator has ended it.
   */
  Optional<Step> broke() {
    return row.arms().stream()
        .filter(arm -> !row.capacity().atLeast())
        .flatMap(arm -> arm.steps().stream())
        .filter(step -> !step.holds(objective()) && step.rate() > row.perSecond())
        .min(Comparator.comparingDouble(Step::rate));
  }

  /** Says what happens above the capacity, and after that. */
  private List<String> above() {
    if (row.capacity().isNone() || row.capacity().atLeast()) {
      return List.of();
    }
    Aftermath after = row.arm().after();
    if (after == null) {
      return List.of(
          plan.search().overloads(row.perSecond())
              ? "It was not overloaded: that would be more than the %s/s that may be sent."
                  .formatted(Capacity.rate(row.arm().limit()))
              : "It was not overloaded: at so low a rate too few requests would come.");
    }
    List<String> words = new ArrayList<>();
    words.add("At 1.5 times as much: " + overload(after.more()) + ".");
    if (after.twice() != null) {
      words.add("At 2 times as much: " + overload(after.twice()) + ".");
    }
    words.add(
        "After that, at half of what it holds, "
            + (after.recoveryMillis() == null
                ? format("it was not back within %.0f s.", after.watchedMillis() / 1e3)
                : format(
                    "its latency was what it had been before in %.1f s.",
                    after.recoveryMillis() / 1e3)));
    return words;
  }

  private String overload(Step step) {
    return format(
        "%s answers/s are in time, %.0f %% of what it holds; the %s is %s ms, and %s",
        Capacity.rate(step.goodput()),
        100 * step.goodput() / row.arm().perSecond(),
        objective().name(),
        tail(step),
        step.failed() == 0 ? "nothing fails" : failedShare(step) + " fail" + causes(step));
  }

  private List<String> certainty() {
    List<String> words = new ArrayList<>();
    int climbs = row.capacity().held().size();
    Interval range = row.capacity().interval();
    if (climbs == 1 && !row.capacity().atLeast()) {
      words.add(
          format(
              "One climb, to %.0f %%: a first impression.%s",
              100 * (plan.search().resolution() - 1),
              plan.search().isThorough() ? "" : " Without --quick climbs are repeated."));
    } else if (climbs > 1 && !row.capacity().isNone()) {
      words.add(
          format(
              "%d climbs; it holds between %s/s and %s/s.",
              climbs, Capacity.rate(range.low()), Capacity.rate(range.high())));
    }
    row.flaws(objective()).forEach(flaw -> words.add("In doubt, because " + flaw.words() + "."));
    if (row.failsBelow(objective())) {
      words.add("In doubt, because it failed as often as it held, at the rates up to this one.");
    }
    if (!row.capacity().isNone() && !plan.search().hasEnough(row.perSecond())) {
      words.add(format("Roughly: a step had fewer than %d requests.", ChoosePlan.ENOUGH));
    }
    return words;
  }

  /** Returns the sentences that follow the answer: what happens above it, and how sure it is. */
  List<String> rest() {
    List<String> all = new ArrayList<>(above());
    row.slowest().ifPresent(tail -> all.add("Near its capacity, " + tail.words() + "."));
    all.addAll(certainty());
    return all;
  }

  /** Returns the percentile of the objective in milliseconds. */
  static String tail(Step step) {
    return (step.exact() ? "" : "> ") + Text.millis(step.tail());
  }

  static String failedShare(Step step) {
    return format("%.1f %%", 100.0 * step.failed() / Math.max(1, step.arrivals()));
  }
}
