package tailgate.lab.choose;

import java.util.ArrayList;
import java.util.List;
import tailgate.lab.experiment.Experiment;

/**
 * Asks the same question for several handlers.
 *
 * @param legs the handlers in this order, at least one
 */
public record TourPlan(List<Leg> legs) {

  /**
   * A part of the tour, which has one handler.
   *
   * @param name the name in files and tables
   */
  public record Leg(String name, ChoosePlan plan) {}

  /** A run of one stage with one handler. */
  public record TourRun(String leg, ChooseRun run) implements Experiment.Run {
    @Override
    public String folder() {
      return leg + "/" + run.folder();
    }

    /** Returns the block, of which all runs share a generator. */
    @Override
    public String server() {
      return run.server();
    }
  }

  /** The result of a run: reports are made from its JSON alone, so its fields keep their names. */
  public record TourResult(TourRun run, ChooseResult result) {}

  public TourPlan {
    legs = List.copyOf(legs);
    if (legs.isEmpty()) {
      throw new IllegalArgumentException("a tour has at least one handler");
    }
  }

  /** Returns the plan for a server that has so many cores. */
  public TourPlan on(int cores) {
    return new TourPlan(legs.stream().map(leg -> new Leg(leg.name, leg.plan.on(cores))).toList());
  }

  List<TourRun> runs() {
    List<TourRun> runs = new ArrayList<>();
    for (Leg leg : legs) {
      leg.plan.runs().forEach(run -> runs.add(new TourRun(leg.name, run)));
    }
    return runs;
  }

  ChoosePlan planOf(String leg) {
    return legs.stream()
        .filter(each -> each.name.equals(leg))
        .map(Leg::plan)
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no handler " + leg));
  }
}
