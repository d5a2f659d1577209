package tailgate.lab.compare;

import static tailgate.lab.load.Text.format;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import tailgate.lab.claim.Figure;
import tailgate.lab.plan.ExperimentFile;
import tailgate.lab.plan.ExperimentFile.Need;
import tailgate.lab.plan.ExperimentFile.Objection;
import tailgate.lab.plan.ExperimentFile.Reading;
import tailgate.lab.plan.LoadPlan;
import tailgate.lab.plan.LoadPlan.CapacityPlan.Asked;
import tailgate.lab.plan.PlannedArm;
import tailgate.lab.plan.Quantity;
import tailgate.lab.plan.Rate;
import tailgate.lab.plan.StatedClaim.StatedCondition;
import tailgate.lab.plan.TablePlan;
import tailgate.lab.plan.TablePlan.ColumnPlan;
import tailgate.lab.plan.Variation;
import tailgate.lab.plan.Variation.Company;

/** Finds what a file asks for and the lab cannot run, such as phases of JMeter's users. */
record FileLimits(ExperimentFile file, List<PlannedArm> arms) {

  /** Returns what cannot be run; empty if all of the file can be. */
  Set<String> unknown() {
    LoadPlan load = file.load();
    Set<String> unknown = new LinkedHashSet<>();
    boolean hasPhases = !load.phases().isEmpty();
    boolean isOfJMeter = load.engine() == LoadPlan.Engine.JMETER;
    boolean isSteady = load.at() != null || load.requests() != null || file.settles();
    note(
        unknown,
        "at, requests, phases or settles by JMeter",
        isOfJMeter && (isSteady || hasPhases));
    note(unknown, "measure by JMeter", isOfJMeter && !file.measure().isEmpty());
    boolean isOfBackEnd = load.capacity() != null && load.capacity().of() == Asked.BACK_END;
    note(
        unknown,
        "leave-out: back-end without its capacity",
        file.leaveOut().contains(Objection.BACK_END) && !isOfBackEnd);
    note(unknown, "capacity without phases", load.capacity() != null && !hasPhases);
    boolean isClosed = hasPhases && Phases.of(load, false).isClosed();
    note(
        unknown,
        "leave-out: late-phase of phases with users",
        isClosed && file.leaveOut().contains(Objection.LATE_PHASE));
    note(unknown, "targets without phases", !file.targets().isEmpty() && !hasPhases);
    note(unknown, "measure with phases", hasPhases && !file.measure().isEmpty());
    if (hasPhases) {
      noteRates(unknown);
    }
    boolean comparesStages =
        file.arms().stream().anyMatch(set -> set.part() == null && set.axes().containsKey("stage"));
    note(unknown, "candidates without an axis stage", file.candidates() && !comparesStages);
    long handlers = arms.stream().flatMap(arm -> arm.example().stream()).distinct().count();
    note(unknown, "several handlers", handlers > 1);
    boolean isCold = file.measure().contains(Reading.SECONDS);
    note(unknown, "seconds after a warm-up", isCold && !Duration.ZERO.equals(load.warmUp()));
    boolean readsMemory = file.measure().contains(Reading.FOOTPRINT);
    for (PlannedArm arm : arms) {
      Variation variation = arm.variation();
      Company company = variation.beside();
      note(unknown, "an arm without a stage", variation.stage() == null);
      boolean hasBackEnd = variation.backEnd() != null;
      note(
          unknown,
          "back-end without phases and capacity: {of: back-end}",
          hasBackEnd && !(hasPhases && isOfBackEnd));
      note(unknown, "capacity: {of: back-end} without a back-end", isOfBackEnd && !hasBackEnd);
      note(
          unknown,
          "back-end without needs: downstream",
          hasBackEnd && !file.needs().contains(Need.DOWNSTREAM));
      note(
          unknown,
          "a handler of downstream without a back-end",
          arm.downstream().isPresent() && !hasBackEnd);
      note(unknown, "clients without phases", variation.clients() != null && !hasPhases);
      note(unknown, "clients of phases with users", variation.clients() != null && isClosed);
      note(unknown, "cold without engine: jmeter", variation.cold() != null && !isOfJMeter);
      boolean isOfHyperfoil =
          company != null
              || variation.line() != null
              || variation.users() != null
              || variation.connections() != null
              || variation.headers() != null;
      note(unknown, "own clients or requests of an arm by JMeter", isOfJMeter && isOfHyperfoil);
      if (company != null) {
        note(unknown, "other clients with phases", hasPhases);
        boolean isIdle = company.idle() != null;
        note(unknown, "idle clients and slow readers", isIdle && company.slowReaders() != null);
        note(unknown, "silent without a footprint", company.silent() != null && !readsMemory);
      }
    }
    figures().forEach(figure -> note(unknown, "the figure " + figure, true));
    return unknown;
  }

  /** Returns the figures that no column, target or claim can show. */
  private Stream<String> figures() {
    Stream<String> ofColumns =
        Objects.requireNonNullElse(file.table(), TablePlan.USUAL).columns().stream()
            .filter(column -> !canShow(column))
            .map(column -> column.figure() + (column.load().isEmpty() ? "" : " of a phase"));
    Stream<String> ofTargets =
        file.targets().stream()
            .filter(target -> !target.figure().isOfPhase())
            .map(target -> target.figure() + " of a phase");
    Stream<String> ofClaims =
        file.claims().stream()
            .flatMap(claim -> claim.conditions().stream())
            .map(StatedCondition::figure)
            .filter(figure -> Figure.of(figure).isEmpty())
            .map(Quantity::toString);
    return Stream.of(ofColumns, ofTargets, ofClaims).flatMap(figures -> figures);
  }

  private boolean canShow(ColumnPlan column) {
    Quantity figure = column.figure();
    if (figure == Quantity.CAPACITY || figure.isOfBackEnd()) {
      return file.load().capacity() != null;
    }
    return column.load().isEmpty() ? figure.isOfRun() : figure.isOfPhase();
  }

  /** Notes the names of rates that an arm does not have. */
  private void noteRates(Set<String> unknown) {
    for (LoadPhase phase : Phases.of(file.load(), false).all()) {
      String at = phase.at();
      if (at == null || !new Rate(at).isName()) {
        continue;
      }
      for (PlannedArm arm : arms) {
        Map<String, Rate> rates = Objects.requireNonNullElse(arm.variation().rates(), Map.of());
        note(
            unknown,
            format("the rate %s, which %s does not have", at, arm.name()),
            !rates.containsKey(at));
      }
    }
  }

  private static void note(Set<String> unknown, String words, boolean isAsked) {
    if (isAsked) {
      unknown.add(words);
    }
  }
}
