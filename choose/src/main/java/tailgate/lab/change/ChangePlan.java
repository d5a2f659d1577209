package tailgate.lab.change;

import static tailgate.lab.load.Text.format;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tailgate.lab.LabException;
import tailgate.lab.compare.FilePlan;
import tailgate.lab.compare.VariantServers;
import tailgate.lab.compare.VariantsExperiment;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.jmeter.Injectors;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.plan.ExperimentFile;
import tailgate.lab.plan.ExperimentReader;
import tailgate.lab.run.Testbed;

/**
 * Says which change of a server is judged, and how. Runs, claims and verdicts are those of a {@link
 * VariantsExperiment}, whose file is {@code change.yaml}; both servers are candidates.
 *
 * @param base the server before the change, as the user names it
 * @param head the server after it
 * @param path of the requests, unless the testbed sends something else
 * @param asked what is sent, in words, such as {@code POST /orders}
 * @param keepAlive whether connections are used again
 * @param isQuick whether the short form is run
 */
public record ChangePlan(
    String base,
    String head,
    String path,
    String asked,
    boolean keepAlive,
    boolean isQuick,
    Blocks blocks) {

  /** The name of the candidate that the server before the change is. */
  public static final String BASE = "base";

  public static final String HEAD = "head";

  private static final String NAME = "change";

  /** Rates below this one have a digit after the point. */
  private static final double FEW = 10;

  /**
   * Returns the experiment.
   *
   * @param rate at which both are measured, in requests per second
   * @param versions the exact version of the Java of the lab, by its name
   * @param javas the java binary by that name
   */
  public VariantsExperiment at(
      double rate,
      Testbed testbed,
      Map<String, String> versions,
      Map<String, String> javas,
      VariantsExperiment.Gate gate)
      throws LabException {
    Map<String, String> given =
        Map.of(
            "base", base,
            "head", head,
            "asked", asked,
            "path", path,
            "connections", keepAlive ? "kept" : "new",
            "rate", format(rate < FEW ? "%.1f" : "%.0f", rate));
    String text = JsonFiles.resource(ChangePlan.class, NAME + ".yaml");
    ExperimentFile file = new ExperimentReader(NAME + ".yaml").read(text, isQuick, given);
    FilePlan plan = FilePlan.of(NAME, file, text, versions, Map.of(), Set.of(), blocks);
    VariantServers servers =
        new VariantServers(
            testbed, plan.on(testbed.stages().serverCores()), Path.of(""), javas, Path.of(""));
    return new VariantsExperiment(servers, Injectors.NONE, Optional.empty(), gate);
  }
}
