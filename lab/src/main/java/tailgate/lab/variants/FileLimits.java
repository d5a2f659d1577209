package tailgate.lab.variants;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tailgate.lab.plan.ExperimentFile;
import tailgate.lab.plan.ExperimentFile.Objection;
import tailgate.lab.plan.ExperimentFile.Reading;
import tailgate.lab.plan.LoadPlan;
import tailgate.lab.plan.LoadPlan.Spacing;
import tailgate.lab.plan.PlannedArm;
import tailgate.lab.plan.Variation;
import tailgate.lab.plan.Variation.Company;

/**
 * Finds what a file asks for and is not run from a file yet: some experiments of the lab are still
 * run by classes, and their files have more than the others.
 */
record FileLimits(ExperimentFile file, List<PlannedArm> arms) {

  /** Returns what cannot be run; empty if all of the file can be. */
  Set<String> unknown() {
    LoadPlan load = file.load();
    Set<String> unknown = new LinkedHashSet<>();
    note(unknown, "engine: jmeter", load.engine() == LoadPlan.Engine.JMETER);
    note(unknown, "phases", !load.phases().isEmpty());
    note(unknown, "capacity", load.capacity() != null);
    note(unknown, "arrivals: uniform", load.arrivals() == Spacing.UNIFORM);
    boolean leavesOutFailures = file.leaveOut().equals(List.of(Objection.ANY_FAILURE));
    note(unknown, "leave-out", !file.leaveOut().isEmpty() && !leavesOutFailures);
    note(unknown, "targets", !file.targets().isEmpty());
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
      note(unknown, "back-end", variation.backEnd() != null);
      note(unknown, "clients", variation.clients() != null);
      note(unknown, "cold", variation.cold() != null);
      note(unknown, "rates", variation.rates() != null);
      if (company != null) {
        boolean isIdle = company.idle() != null;
        note(unknown, "idle clients and slow readers", isIdle && company.slowReaders() != null);
        note(unknown, "silent without a footprint", company.silent() != null && !readsMemory);
      }
    }
    Columns.unknown(file).forEach(figure -> note(unknown, "the figure " + figure, true));
    return unknown;
  }

  private static void note(Set<String> unknown, String words, boolean isAsked) {
    if (isAsked) {
      unknown.add(words);
    }
  }
}
