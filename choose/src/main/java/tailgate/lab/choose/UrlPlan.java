package tailgate.lab.choose;

import static tailgate.lab.load.Text.format;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.StageArguments;

/**
 * Says which running server is asked what it can do, and how.
 *
 * @param search how its capacity is searched for; its only stage stands for the server
 * @param most the highest rate that the user allows, in requests per second; null for all that the
 *     generator can do
 * @param least the rate that the server has to hold, in requests per second; null if there is none
 */
public record UrlPlan(ChoosePlan search, @Nullable Double most, @Nullable Double least) {

  /** The server in the place of a stage. */
  private static final String SERVER = "server";

  /**
   * Makes a plan.
   *
   * @param asked text for people, such as {@code GET http://localhost:8080/}
   */
  public static UrlPlan of(
      Objective objective,
      String asked,
      String path,
      boolean keepAlive,
      Pace pace,
      Blocks blocks,
      @Nullable Double most,
      @Nullable Double least) {
    return new UrlPlan(
        new ChoosePlan(
            objective,
            List.of(SERVER),
            asked,
            List.of(),
            StageArguments.NONE,
            path,
            null,
            keepAlive,
            pace,
            blocks,
            1,
            null),
        most,
        least);
  }

  Objective objective() {
    return search.objective();
  }

  /** Returns what is asked of whom, as {@code GET http://localhost:8080/}. */
  String asked() {
    return search.handler();
  }

  String load() {
    return format(
        "%s; Hyperfoil, open model, Poisson arrivals (seed %d), %s connections; steps of %.1f s",
        asked(),
        search.blocks().seed(),
        search.keepAlive() ? "kept" : "new",
        search.step().toMillis() / 1e3);
  }
}
