package tailgate.lab.source;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.burst.Burst;
import tailgate.lab.burst.BurstAccount;
import tailgate.lab.burst.BurstResult;
import tailgate.lab.burst.Pace;
import tailgate.lab.evolution.Evolution;
import tailgate.lab.evolution.EvolutionAccount;
import tailgate.lab.evolution.EvolutionResult;
import tailgate.lab.handoff.Handoff;
import tailgate.lab.handoff.HandoffAccount;
import tailgate.lab.handoff.HandoffPlan;
import tailgate.lab.handoff.HandoffResult;
import tailgate.lab.jmeter.Load;
import tailgate.lab.load.Json;
import tailgate.lab.load.Measurement;
import tailgate.lab.results.Archive;
import tailgate.lab.selfcheck.SelfCheck;
import tailgate.lab.selfcheck.SelfCheckAccount;
import tailgate.lab.summary.Account;
import tailgate.lab.sweep.Sweep;
import tailgate.lab.sweep.SweepAccount;
import tailgate.lab.sweep.SweepResult;

/** From what an archive holds to its account: each experiment has its line here. */
final class Accounts {

  private Accounts() {}

  /**
   * The account of an archived experiment.
   *
   * @throws LabException if there is no such experiment
   * @throws IOException if the results are not what it writes
   */
  static Account of(Archive.Content content) throws IOException, LabException {
    String name = content.heading().experiment();
    return switch (name) {
      case Evolution.NAME ->
          new EvolutionAccount(plan(content, Load.class), results(content, EvolutionResult.class));
      case Burst.NAME ->
          new BurstAccount(plan(content, Pace.class), results(content, BurstResult.class));
      case "slow-handler", "scale", "fan-out" ->
          new SweepAccount(plan(content, Sweep.class), results(content, SweepResult.class));
      case Handoff.NAME ->
          new HandoffAccount(
              plan(content, HandoffPlan.class), results(content, HandoffResult.class));
      case SelfCheck.NAME -> new SelfCheckAccount(results(content, Measurement.class));
      default -> throw new LabException("an experiment '" + name + "' is not known here");
    };
  }

  private static <P> P plan(Archive.Content content, Class<P> type) throws IOException {
    return Json.read(content.heading().plan(), type);
  }

  private static <T> List<T> results(Archive.Content content, Class<T> type) throws IOException {
    List<T> results = new ArrayList<>();
    for (JsonNode line : content.results()) {
      results.add(Json.read(line, type));
    }
    return results;
  }
}
