package tailgate.lab.compare;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tailgate.lab.load.Text;

/**
 * Says which phases of some runs take no part in verdicts, and how their generator did.
 *
 * @param runs in the order in which they were made
 */
record PhaseWords(List<PhasedRun> runs) {

  /** Returns a line in Markdown for each stretch and each step that is left out. */
  String leftOut() {
    List<String> lines = new ArrayList<>();
    for (PhasedRun run : runs) {
      run.phases()
          .together()
          .forEach(
              (stretch, names) ->
                  run.objectionTo(names)
                      .ifPresent(
                          why ->
                              lines.add(
                                  format("- the %s of %s, %s%n", stretch, name(run), left(why)))));
      for (String step : run.phases().multiples()) {
        run.objectionTo(List.of(step))
            .ifPresent(why -> lines.add(format("- %s, at %s, %s%n", name(run), step, left(why))));
      }
    }
    return lines.isEmpty() ? "" : format("%n") + String.join("", lines);
  }

  private static String name(PhasedRun run) {
    return format("%s, block %d", run.run().title(), run.run().block());
  }

  private static String left(String why) {
    return "takes no part in a verdict: " + why;
  }

  private Stream<PhaseResult> phases() {
    return runs.stream().flatMap(run -> run.all().each().stream());
  }

  /** Says how the generator did: a phase that was late does not spoil the others of its run. */
  Optional<String> generator() {
    List<Long> lags = phases().map(PhaseResult::lagP99Micros).sorted().toList();
    if (lags.isEmpty()) {
      return Optional.empty();
    }
    long late =
        runs.stream()
            .mapToLong(run -> run.all().each().stream().filter(run::wasLate).count())
            .sum();
    long blocked = phases().mapToLong(PhaseResult::blocked).sum();
    double share =
        runs.stream()
            .mapToDouble(PhasedRun::ceilingShare)
            .filter(known -> !Double.isNaN(known))
            .max()
            .orElse(Double.NaN);
    return Optional.of(
        format(
            "the P99 of its lag was %s ms in the median of %,d stretches of the load, at most %s;"
                + " %d of them do not count because it was late; %,d requests found no user%s",
            Text.millis(lags.get(lags.size() / 2)),
            lags.size(),
            Text.millis(lags.getLast()),
            late,
            blocked,
            Double.isNaN(share)
                ? ""
                : format("; the highest rate was %.0f %% of what it can do", 100 * share)));
  }
}
