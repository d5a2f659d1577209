package tailgate.lab.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.jmeter.Injectors;
import tailgate.lab.load.Conditions;
import tailgate.lab.load.Conditions.Counter;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerView;
import tailgate.lab.plan.ExperimentFile;
import tailgate.lab.plan.ExperimentReader;
import tailgate.lab.run.Testbed;
import tailgate.lab.summary.Measurements;
import tailgate.lab.testing.FakeProject;

/** Made-up results. */
final class VariantSamples {

  private VariantSamples() {}

  static SequencedMap<String, String> javas() {
    SequencedMap<String, String> javas = new LinkedHashMap<>();
    javas.put("21", "21.0.8");
    javas.put("25", "25.0.3");
    return javas;
  }

  static VariantsPlan carriers(int blocks) {
    return plan("carriers", blocks);
  }

  /** Returns the same plan, of a run that can end early. */
  static VariantsPlan sequential(VariantsPlan plan) {
    return new VariantsPlan(
        plan.name(),
        plan.question(),
        plan.load(),
        plan.handler(),
        plan.javas(),
        plan.variants(),
        plan.traffic(),
        plan.twins(),
        plan.settles(),
        Blocks.sequential(0.05, 7),
        plan.remarks(),
        null);
  }

  /** Returns the plan of an experiment of the lab; with one block, in its short form. */
  static VariantsPlan plan(String name, int blocks) {
    return plan(name, blocks == 1, Map.of(), blocks);
  }

  /** Returns the plan for some values of the axes, on a server with two processors. */
  static VariantsPlan plan(
      String name, boolean isQuick, Map<String, List<String>> only, int blocks) {
    boolean comparesJavas = List.of("carriers", "jvm").contains(name);
    Map<String, String> javas = comparesJavas ? javas() : Map.of("25", "25.0.3");
    return plan(name, isQuick, javas, only, Set.of(), blocks);
  }

  static VariantsPlan plan(
      String name,
      boolean isQuick,
      Map<String, String> javas,
      Map<String, List<String>> only,
      Set<String> flags,
      int blocks) {
    Path path = Path.of("experiments", name + ".yaml");
    try {
      ExperimentFile file = ExperimentReader.read(path, isQuick, Map.of());
      return FilePlan.of(name, file, null, javas, only, flags, new Blocks(blocks, 7)).on(2);
    } catch (LabException e) {
      throw new AssertionError(e);
    }
  }

  /** The same run, with counters of its server. */
  static Measurement counting(Measurement one, Map<Counter, Double> counters) {
    return new Measurement(
        one.name(),
        one.stage(),
        one.perSecond(),
        one.figures(),
        one.curve(),
        one.startEpochMillis(),
        one.millis(),
        one.latency(),
        one.health(),
        new ServerView(
            one.server().kernel(),
            one.server().stats(),
            new Conditions("shared", "", null, null, 0, true, counters)),
        null);
  }

  /** Returns a result that has figures of the whole run alone. */
  static VariantResult result(VariantRun run, Measurement measured) {
    return new VariantResult(run, measured, null, null, null, null, null, null, null, null);
  }

  /** Returns a result of users of JMeter. */
  static VariantResult ofJMeter(
      VariantRun run, Measurement measured, VariantResult.JMeterUsers users) {
    return new VariantResult(run, measured, null, null, null, null, null, null, null, users);
  }

  /** Returns an experiment whose servers all have the same Java. */
  static VariantsExperiment experiment(Testbed testbed, VariantsPlan plan, Path root) {
    Map<String, String> javas = new HashMap<>();
    plan.javas().keySet().forEach(name -> javas.put(name, FakeProject.JAVA));
    return new VariantsExperiment(
        new VariantServers(testbed, plan, root.resolve("handler.jar"), javas, root.resolve("aot")),
        Injectors.NONE,
        Optional.empty());
  }

  /** Answers a second by variant; 100 for all others. */
  static List<VariantResult> results(VariantsPlan plan, Map<String, Double> perSecond) {
    List<VariantResult> results = new ArrayList<>();
    for (VariantRun run : plan.runs()) {
      Measurement one = new Measurements().of(run.title(), "virtual-threads");
      VariantResult result =
          result(
              run,
              new Measurement(
                  one.name(),
                  one.stage(),
                  perSecond.getOrDefault(run.variant(), 100.0),
                  one.figures(),
                  one.curve(),
                  one.startEpochMillis(),
                  one.millis(),
                  one.latency(),
                  one.health(),
                  one.server(),
                  null));
      boolean isAlone = plan.variant(run.variant()).rare() == null;
      results.add(isAlone ? result : result.with(new VariantResult.Rare(6, 50_000, 0)));
    }
    return results;
  }
}
