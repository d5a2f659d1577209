package tailgate.lab.compare;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.lab.claim.ClaimRun;
import tailgate.lab.compare.PhaseResults.BackEndView;
import tailgate.lab.compare.PhaseResults.ServerCapacity;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.Retries;
import tailgate.lab.load.ServerView;
import tailgate.lab.load.Timeline;
import tailgate.lab.plan.ExperimentFile.Objection;
import tailgate.lab.plan.Quantity;

/**
 * A run with phases, as the table and the claims see it.
 *
 * @param measured the figures of the whole run
 * @param all what came of its phases
 */
record PhasedRun(
    VariantsPlan plan, Phases phases, VariantRun run, Measurement measured, PhaseResults all) {

  private static final double MOST_OF_CEILING = 0.7;

  /** In claims, the load that finds the capacity of a server. */
  private static final String CLOSED = "closed";

  private static final Timeline NO_TIMELINE =
      new Timeline(100, List.of(), List.of(), List.of(), List.of(), List.of());

  // ---- objections

  /** Says why the size of a pool tells nothing about its growth; empty if it does. */
  Optional<String> grownPool() {
    Integer smallest = variant().ownDemand().smallestPool();
    Double workers = all.workers();
    if (smallest == null) {
      return Optional.empty();
    }
    if (workers == null) {
      return Optional.of("nobody knows the size of the pool when the load changed");
    }
    return workers > smallest
        ? Optional.of(
            format(
                "the pool had %.0f workers when %s began, not %d",
                workers, Objects.requireNonNull(phases.main(), "checked"), smallest))
        : Optional.empty();
  }

  /** Says why a phase takes no part in a verdict, or the whole run; empty if it does. */
  Optional<String> objectionTo(PhaseResult phase) {
    Optional<String> toRun = plan.leavesOut(Objection.CAPACITY) ? ofCapacity() : Optional.empty();
    return plan.leavesOut(Objection.LATE_PHASE)
        ? toRun.or(() -> phase.doubt(patienceMicros()))
        : toRun;
  }

  /** Says why one of some phases takes no part in a verdict. */
  Optional<String> objectionTo(Collection<String> names) {
    return all.each().stream()
        .filter(phase -> names.contains(phase.name()))
        .flatMap(phase -> objectionTo(phase).stream())
        .findFirst();
  }

  /**
   * Says why a phase that claims or columns name takes no part: what is no step of the load by
   * itself is judged with its whole stretch.
   */
  Optional<String> objectionToStep(String name) {
    return Phases.isMultiple(name)
        ? objectionTo(List.of(name))
        : objectionTo(phases.stretchesOf(name).findFirst().orElse(List.of(name)));
  }

  /** Says why the main phase takes no part in a verdict. */
  Optional<String> objectionToMain() {
    return objectionTo(phases.main() == null ? phases.names() : List.of(phases.main()));
  }

  private Optional<String> ofCapacity() {
    ServerCapacity capacity = all.capacity();
    if (capacity == null) {
      return Optional.empty();
    }
    long failed = capacity.figures().failed() + capacity.figures().missing();
    if (failed > 0) {
      return Optional.of(format("%,d requests failed while the capacity was measured", failed));
    }
    return ceilingShare() > MOST_OF_CEILING
        ? Optional.of(format("%,.0f/s are above 70 %% of the generator's ceiling", highestRate()))
        : Optional.<String>empty();
  }

  private Stream<PhaseResult> steps() {
    return all.named(phases.multiples()).stream();
  }

  /** Returns the requests per second at the highest load, with all that clients send again. */
  private double highestRate() {
    double most = steps().mapToDouble(step -> known(step.times())).max().orElse(0);
    return perSecond() * variant().ownDemand().tries() * most;
  }

  /** Returns how much of what the generator can do the highest rate was; NaN if unknown. */
  double ceilingShare() {
    Double ceiling = all.capacity() == null ? null : all.capacity().ceiling();
    return ceiling == null ? Double.NaN : highestRate() / ceiling;
  }

  private static double known(@Nullable Double value) {
    return value == null ? 0 : value;
  }

  /** Returns the capacity in answers per second; NaN if it was not measured. */
  double perSecond() {
    return all.capacity() == null ? Double.NaN : all.capacity().perSecond();
  }

  private Variant variant() {
    return plan.variant(run.variant());
  }

  private long patienceMicros() {
    return plan.traffic().timeout().toNanos() / 1_000;
  }

  boolean wasLate(PhaseResult phase) {
    return phase.wasLate(patienceMicros());
  }

  // ---- figures

  /**
   * Returns a figure of some phases, or of the run; latencies are in microseconds. NaN if it is not
   * known, or if it is a latency of several phases.
   */
  double figure(Quantity figure, List<String> names) {
    if (figure == Quantity.CAPACITY) {
      return perSecond();
    }
    if (figure.isOfBackEnd()) {
      return all.backEnd() == null ? Double.NaN : ofBackEnd(figure, all.backEnd());
    }
    List<PhaseResult> parts = all.named(names);
    return switch (figure) {
      case PER_SECOND -> sum(parts, PhaseResult::inTime) / seconds(parts);
      case IN_TIME -> 100 * (sum(parts, PhaseResult::inTime) / seconds(parts) / perSecond());
      case REFUSED -> percent(parts, PhaseResult::refused);
      case GAVE_UP -> percent(parts, PhaseResult::gaveUp);
      case REFUSED_PER_SECOND -> sum(parts, PhaseResult::refused) / seconds(parts);
      case GAVE_UP_PER_SECOND -> sum(parts, PhaseResult::gaveUp) / seconds(parts);
      case FAILED -> sum(parts, phase -> phase.figures().failed());
      case UNANSWERED -> sum(parts, phase -> phase.figures().missing());
      case LOST_BY_UNAVOIDABLE -> only(parts, PhaseResult::lostByUnavoidable);
      case LEAVING_ANSWERED -> 100 * only(parts, PhaseResult::leavingShare);
      case PERSISTENT_ANSWERED -> 100 * only(parts, PhaseResult::persistentShare);
      case COMPILERS -> 100 * only(parts, phase -> orNaN(phase.compiling()));
      case RECOVERY -> only(parts, phase -> orNaN(phase.recoveryMillis()));
      case ADMITTED_P50, ADMITTED_P99 ->
          only(parts, phase -> latency(phase.admitted(), figure.percentile()));
      case P50, P90, P95, P99, P999, MAX ->
          only(parts, phase -> latency(phase.figures(), figure.percentile()));
      default -> throw new IllegalArgumentException(figure + " is no figure of a phase");
    };
  }

  private double ofBackEnd(Quantity figure, BackEndView backEnd) {
    return switch (figure) {
      case OF_BACK_END -> 100 * (measured.perSecond() / backEnd.ceiling());
      case BACK_END_CONNECTIONS -> backEnd.connections();
      case BACK_END_WAITING -> backEnd.waiting();
      case UNUSED_CALLS -> 100.0 * backEnd.unused() / Math.max(1, backEnd.calls());
      default -> throw new IllegalArgumentException(figure + " is no figure of a back end");
    };
  }

  private static double percent(List<PhaseResult> parts, ToLongFunction<PhaseResult> count) {
    double all = sum(parts, PhaseResult::arrivals);
    return all == 0 ? 0 : 100 * (sum(parts, count) / all);
  }

  private static double sum(List<PhaseResult> parts, ToLongFunction<PhaseResult> count) {
    return parts.stream().mapToLong(count).sum();
  }

  private static double seconds(List<PhaseResult> parts) {
    return parts.stream().mapToDouble(PhaseResult::seconds).sum();
  }

  private static double only(List<PhaseResult> parts, ToDoubleFunction<PhaseResult> figure) {
    return parts.size() == 1 ? figure.applyAsDouble(parts.getFirst()) : Double.NaN;
  }

  private static double orNaN(@Nullable Number value) {
    return value == null ? Double.NaN : value.doubleValue();
  }

  private static double latency(Figures figures, double percentile) {
    return figures.hasLatencies() ? figures.micros(percentile) : Double.NaN;
  }

  /** Returns whether a latency of some phases is exact, and not only a lower bound. */
  boolean isExact(Quantity figure, List<String> names) {
    return switch (figure) {
      case P50, P90, P95, P99, P999, MAX ->
          all.named(names).stream()
              .map(PhaseResult::figures)
              .filter(Figures::hasLatencies)
              .allMatch(figures -> figures.isExact(figure.percentile()));
      default -> true;
    };
  }

  // ---- claims

  /**
   * Returns the capacity, each step of the load, and the other phases that a claim selects.
   *
   * @param toRun why the run takes no part in a verdict; empty if each phase says it of itself
   */
  Stream<ClaimRun> observations(Map<String, String> setting, Optional<String> toRun) {
    List<ClaimRun> runs = new ArrayList<>();
    if (all.capacity() != null) {
      Optional<String> objection = plan.leavesOut(Objection.CAPACITY) ? ofCapacity() : toRun;
      runs.add(observation(setting, CLOSED, perSecond(), all.capacity().figures(), objection));
    }
    for (String name : phases.multiples()) {
      runs.addAll(ofPhase(setting, name, toRun));
    }
    phases.names().stream()
        .filter(name -> !Phases.isMultiple(name))
        .flatMap(name -> ofPhase(setting, name, toRun).stream())
        .filter(this::isSelected)
        .forEach(runs::add);
    for (PhaseResult phase : all.each()) {
      byKind(setting, phase).filter(this::isSelected).forEach(runs::add);
    }
    return runs.stream();
  }

  private List<ClaimRun> ofPhase(Map<String, String> setting, String name, Optional<String> toRun) {
    return all.named(List.of(name)).stream()
        .map(
            phase ->
                observation(
                    setting,
                    name,
                    // A ratio has no interval if it is 0.
                    Math.max(1, phase.inTime()) / phase.seconds(),
                    phase.withLosses(),
                    plan.leavesOut(Objection.LATE_PHASE) ? objectionToStep(name) : toRun))
        .toList();
  }

  /** Returns what each kind of clients gets in a phase: those that leave, and the others. */
  private Stream<ClaimRun> byKind(Map<String, String> setting, PhaseResult phase) {
    Retries retries = variant().ownDemand().retries();
    if (retries == null || phase.persistent() == null) {
      return Stream.empty();
    }
    double due = phase.arrivals() / phase.seconds();
    Optional<String> objection = objectionToStep(phase.name());
    return Stream.of(
        observation(
            setting,
            phase.name() + "-leaving",
            due * (1 - retries.share()) * phase.leavingShare(),
            phase.withLosses(),
            objection),
        observation(
            setting,
            phase.name() + "-persistent",
            due * retries.share() * phase.persistentShare(),
            phase.withLosses(),
            objection));
  }

  private boolean isSelected(ClaimRun phase) {
    return plan.experiment().claims().stream()
        .flatMap(claim -> claim.conditions().stream())
        .flatMap(condition -> Stream.of(condition.of(), condition.than(), condition.best()))
        .filter(Objects::nonNull)
        .anyMatch(selection -> selection.containsKey("load") && phase.matches(selection));
  }

  private ClaimRun observation(
      Map<String, String> setting,
      String load,
      double perSecond,
      Figures figures,
      Optional<String> objection) {
    Map<String, String> whole = new HashMap<>(setting);
    whole.put("load", load);
    return new ClaimRun(
        whole,
        new Measurement(
            measured.name() + " at " + load,
            measured.stage(),
            perSecond,
            figures,
            List.of(),
            measured.startEpochMillis(),
            measured.millis(),
            NO_TIMELINE,
            null,
            ServerView.NOTHING,
            null),
        objection);
  }
}
