package tailgate.lab.source;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.choose.CapacityReport;
import tailgate.lab.choose.ChooseExperiment;
import tailgate.lab.choose.ChoosePlan;
import tailgate.lab.choose.ChooseReport;
import tailgate.lab.choose.ChooseResult;
import tailgate.lab.choose.TourExperiment;
import tailgate.lab.choose.TourPlan;
import tailgate.lab.choose.TourReport;
import tailgate.lab.choose.UrlExperiment;
import tailgate.lab.choose.UrlPlan;
import tailgate.lab.compare.VariantResult;
import tailgate.lab.compare.VariantsPlan;
import tailgate.lab.compare.VariantsReport;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.results.Archive;
import tailgate.lab.selfcheck.SelfCheckExperiment;
import tailgate.lab.selfcheck.SelfCheckReport;
import tailgate.lab.selfcheck.SelfCheckResult;
import tailgate.lab.summary.Report;

/** Makes reports from archives: each experiment has its line here. */
final class ArchivedReports {

  private ArchivedReports() {}

  /**
   * Makes the report of an archived experiment.
   *
   * @throws LabException if there is no such experiment
   * @throws IOException if the results are not what the experiment writes
   */
  static Report of(Archive.Content content) throws IOException, LabException {
    String name = content.heading().experiment();
    if (content.heading().plan().has("variants")) { // of a file, whatever its name is
      return new VariantsReport(
          plan(content, VariantsPlan.class), results(content, VariantResult.class));
    }
    return switch (name) {
      case ChooseExperiment.NAME ->
          new ChooseReport(plan(content, ChoosePlan.class), results(content, ChooseResult.class));
      case UrlExperiment.NAME ->
          new CapacityReport(plan(content, UrlPlan.class), results(content, ChooseResult.class));
      case TourExperiment.NAME ->
          new TourReport(
              plan(content, TourPlan.class), results(content, TourPlan.TourResult.class));
      case SelfCheckExperiment.NAME -> new SelfCheckReport(results(content, SelfCheckResult.class));
      case "burst",
          "downstream",
          "evolution",
          "fan-out",
          "handoff",
          "overload",
          "scale",
          "slow-handler",
          "warm-up" ->
          throw new LabException(
              "this archive of "
                  + name
                  + " is an old one; build/migrate-runs.py FOLDER updates it");
      default -> throw new LabException("there is no experiment '" + name + "'");
    };
  }

  private static <P> P plan(Archive.Content content, Class<P> type) throws IOException {
    return JsonFiles.read(content.heading().plan(), type);
  }

  private static <T> List<T> results(Archive.Content content, Class<T> type) throws IOException {
    List<T> results = new ArrayList<>();
    for (JsonNode line : content.results()) {
      results.add(JsonFiles.read(line, type));
    }
    return results;
  }
}
