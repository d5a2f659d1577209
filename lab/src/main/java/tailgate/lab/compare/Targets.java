package tailgate.lab.compare;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tailgate.lab.plan.ExperimentFile.Target;
import tailgate.lab.plan.StatedBound.Range;

/** Says in how many trials an arm met each target, of those trials that tell something about it. */
record Targets(VariantsPlan plan) {

  /**
   * Returns a line for each arm, in Markdown; empty if there are no targets.
   *
   * @param points the blocks of each arm
   */
  String lines(List<List<VariantResult>> points) {
    List<Target> targets = plan.experiment().targets();
    String lines =
        points.stream()
            .filter(arm -> !targets.isEmpty() && !arm.getFirst().run().twin())
            .map(arm -> "- %s: %s%n".formatted(arm.getFirst().run().title(), inWords(targets, arm)))
            .collect(Collectors.joining());
    return lines.isEmpty() ? "" : format("%nTargets met, in trials that count:%n%n") + lines;
  }

  private String inWords(List<Target> targets, List<VariantResult> arm) {
    List<PhasedRun> trials = arm.stream().flatMap(result -> result.phased(plan).stream()).toList();
    return targets.stream()
        .filter(target -> trials.stream().anyMatch(trial -> !judged(target, trial).isEmpty()))
        .map(target -> inWords(target, trials))
        .collect(Collectors.joining("; "));
  }

  private static String inWords(Target target, List<PhasedRun> trials) {
    List<PhasedRun> counting =
        trials.stream()
            .filter(trial -> named(target, trial).allMatch(name -> isUndoubted(trial, name)))
            .toList();
    long met = counting.stream().filter(trial -> isMet(target, trial)).count();
    return format("%s: %d of %d", target.says(), met, counting.size());
  }

  private static boolean isUndoubted(PhasedRun trial, String name) {
    return trial.objectionToStep(name).isEmpty();
  }

  /** Returns the phases that are judged, of those that there are. */
  private static List<String> judged(Target target, PhasedRun trial) {
    return trial.phases().selected(target.load());
  }

  private static Stream<String> named(Target target, PhasedRun trial) {
    return Stream.concat(judged(target, trial).stream(), Stream.ofNullable(target.than()));
  }

  /** Returns whether the target was met; it is not if a figure is not known. */
  private static boolean isMet(Target target, PhasedRun trial) {
    Range range = target.is().range();
    List<Double> values = new ArrayList<>();
    for (String name : judged(target, trial)) {
      double value = trial.figure(target.figure(), List.of(name));
      values.add(
          target.than() == null
              ? value
              : value / trial.figure(target.figure(), List.of(target.than())));
    }
    return values.stream().allMatch(value -> value >= range.from() && value <= range.to());
  }
}
