package tailgate.lab.overload;

import static tailgate.lab.load.Text.format;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/**
 * In how many trials an arm met each target, of those trials that say something about it.
 *
 * @param all runs of one arm with one handler, at least one
 */
record Trials(OverloadPlan plan, List<OverloadResult> all) {

  private static final double ENOUGH = 0.9;
  private static final double MOST_TIMES = 3;

  /** A window of the timeline. */
  private static final long MOST_RECOVERY_MILLIS = 100;

  /**
   * A target.
   *
   * @param words for people
   * @param objection why a trial says nothing about it; empty if it does
   */
  private record Target(
      String words,
      BiFunction<OverloadResult, OverloadPlan, Optional<String>> objection,
      Predicate<OverloadResult> isMet) {}

  private static final List<Target> TARGETS =
      List.of(
          new Target(
              "at 2 × at least 90 % of the capacity in time",
              (trial, plan) -> trial.objection(trial.twice(), plan),
              trial -> trial.share(trial.twice()) >= ENOUGH),
          new Target(
              "P99 of the admitted at most 3 times that at 0.5 ×",
              (trial, plan) ->
                  trial
                      .objection(trial.half(), plan)
                      .or(() -> trial.objection(trial.twice(), plan)),
              trial ->
                  trial.twice().admitted().count() > 0
                      && trial.twice().admitted().p99()
                          <= MOST_TIMES * trial.half().admitted().p99()),
          new Target(
              "nothing refused below 1 ×",
              (trial, plan) ->
                  trial.steps().stream()
                      .filter(Trials::isBelow)
                      .flatMap(step -> trial.objection(step, plan).stream())
                      .findFirst(),
              trial ->
                  trial.steps().stream()
                      .filter(Trials::isBelow)
                      .allMatch(step -> step.refused() == 0)),
          new Target(
              "back within 100 ms of the pulse",
              OverloadResult::objectionToPulse,
              trial ->
                  trial.recoveryMillis() != null
                      && trial.recoveryMillis() <= MOST_RECOVERY_MILLIS));

  private static boolean isBelow(OverloadPoint step) {
    return step.load() < 1;
  }

  /** For people: each target with the number of trials. */
  @Override
  public String toString() {
    return String.join("; ", TARGETS.stream().map(this::inWords).toList());
  }

  private String inWords(Target target) {
    List<OverloadResult> some =
        all.stream().filter(trial -> target.objection.apply(trial, plan).isEmpty()).toList();
    return format(
        "%s: %d of %d", target.words, some.stream().filter(target.isMet).count(), some.size());
  }
}
