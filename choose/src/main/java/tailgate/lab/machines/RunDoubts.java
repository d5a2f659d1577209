package tailgate.lab.machines;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tailgate.lab.choose.Arm;
import tailgate.lab.choose.ChooseReport;
import tailgate.lab.choose.ChooseResult;
import tailgate.lab.choose.Standing;
import tailgate.lab.load.Conditions;
import tailgate.lab.load.Conditions.Counter;
import tailgate.lab.load.Measurement;
import tailgate.lab.results.Archive.Failure;

/** Says why a row of a table may say less than it seems to: one line for each reason. */
record RunDoubts(ComparedMachine machine, ChooseReport report, List<Failure> missing) {

  private static final double MOST_STOLEN = 0.01;
  private static final double USUAL_BAND = 0.1;

  List<String> all() {
    return Stream.of(
            pace(),
            isolation(),
            commit(),
            failures(),
            quiet(),
            stolen(),
            settled(),
            late(),
            noise())
        .flatMap(Optional::stream)
        .toList();
  }

  private static Optional<String> when(boolean condition, String text) {
    return condition ? Optional.of(text) : Optional.empty();
  }

  private Optional<String> pace() {
    return when(report.plan().pace().repeats() == 0, "quick: short steps, one climb, no A/A arm");
  }

  private Optional<String> isolation() {
    return when(machine.shared(), "server and generator shared the processors");
  }

  private Optional<String> commit() {
    return machine.commit().endsWith("-dirty")
        ? Optional.of("files differed from the commit")
        : when(machine.commit().equals("unknown"), "the commit is unknown");
  }

  private Optional<String> failures() {
    long count = missing.stream().filter(failure -> !failure.earlier()).count();
    return when(count > 0, count == 1 ? "1 run failed" : count + " runs failed");
  }

  private Optional<String> quiet() {
    List<Conditions> all = conditions();
    long ignored = all.stream().filter(run -> run.idleBefore() == null).count();
    long busy = all.stream().filter(run -> !run.wasQuiet()).count();
    return busy > 0
        ? Optional.of(format("busy machine before %d of %d servers", busy, all.size()))
        : when(all.isEmpty() || ignored > 0, "nobody looked whether the machine was quiet");
  }

  private List<Conditions> conditions() {
    return measured()
        .map(measured -> measured.server().conditions())
        .flatMap(Stream::ofNullable)
        .toList();
  }

  private Stream<Measurement> measured() {
    return arms().map(Arm::measured);
  }

  private Stream<Arm> arms() {
    return report.results().stream().map(ChooseResult::arms).flatMap(List::stream);
  }

  private Optional<String> stolen() {
    double most = measured().mapToDouble(this::stolenShare).max().orElse(0);
    return when(most > MOST_STOLEN, format("up to %.0f %% of processor time stolen", 100 * most));
  }

  /** Returns the stolen share of the time of all processors, while the generator ran. */
  private double stolenShare(Measurement measured) {
    Conditions conditions = measured.server().conditions();
    Double stolen = conditions == null ? null : conditions.counters().get(Counter.STOLEN_MILLIS);
    double all = (double) measured.millis() * machine.processors();
    return stolen == null || all == 0 ? 0 : stolen / all;
  }

  private Optional<String> settled() {
    List<String> not = new ArrayList<>();
    arms()
        .filter(arm -> arm.settled() != null && !arm.settled().settled())
        .map(Arm::stage)
        .distinct()
        .forEach(not::add);
    return when(!not.isEmpty(), "did not settle: " + String.join(", ", not));
  }

  private Optional<String> late() {
    String late =
        report.standings().stream()
            .filter(Standing::late)
            .map(Standing::stage)
            .collect(Collectors.joining(", "));
    return when(!late.isEmpty(), "the generator was late with " + late);
  }

  private Optional<String> noise() {
    double band = report.standings().stream().mapToDouble(Standing::band).max().orElse(0);
    return when(band > USUAL_BAND, format("the A/A arm differs by %.0f %%", 100 * band));
  }
}
