package tailgate.lab.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import tailgate.lab.LabException;
import tailgate.lab.load.Bystanders;
import tailgate.lab.load.Footprint;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.stats.SteadyState;

/** A warmed server, at which several loads are driven one after the other. */
public interface StageSession {

  /** Where the server listens. */
  int port();

  /** Whether the server settled before; empty if it was not warmed, or could not be watched. */
  Optional<SteadyState> settled();

  /**
   * Drives a load.
   *
   * @param raw a folder for everything
   */
  LoadOutcome measure(LoadSpec load, Path raw)
      throws IOException, LabException, InterruptedException;

  /**
   * The same while other clients are there. They come first, and unless they keep the server busy,
   * the load begins when it has done what they asked for at once.
   *
   * @throws LabException also if one of them was cut off
   */
  LoadOutcome measure(LoadSpec load, Path raw, Bystanders.Arrive others)
      throws IOException, LabException, InterruptedException;

  /**
   * The same while another load is driven by a generator of its own, which begins first. Returns
   * when both are over.
   *
   * @param other must still go on when the first one ends, which begins some seconds later
   * @param rawOfOther a folder for everything of it
   */
  LoadOutcome measure(LoadSpec load, Path raw, LoadSpec other, Path rawOfOther)
      throws IOException, LabException, InterruptedException;

  /**
   * The same directly after another load, without a look at the machine, which the load before has
   * kept busy.
   */
  LoadOutcome goOn(LoadSpec load, Path raw) throws IOException, LabException, InterruptedException;

  /**
   * What the server holds when so many connections are open, after a full collection.
   *
   * @param objects a file for its objects by class
   * @throws LabException if there are not so many
   */
  Footprint footprint(int connections, Path objects)
      throws IOException, LabException, InterruptedException;
}
