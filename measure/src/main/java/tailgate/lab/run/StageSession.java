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

  /** Returns the port on which the server listens. */
  int port();

  /** Whether the server settled before; empty if it was not warmed, or could not be watched. */
  Optional<SteadyState> settled();

  /**
   * Drives a load at the server.
   *
   * @param raw a folder for everything
   */
  LoadOutcome measure(LoadSpec load, Path raw)
      throws IOException, LabException, InterruptedException;

  /**
   * Drives a load beside other clients. They come first, and unless they keep the server busy, the
   * load begins when it has done what they asked for at once.
   *
   * @throws LabException also if one of them was cut off
   */
  LoadOutcome measure(LoadSpec load, Path raw, Bystanders.Arrive arrive)
      throws IOException, LabException, InterruptedException;

  /**
   * Drives a load beside another load, whose generator is its own and begins first. Returns when
   * both are over.
   *
   * @param background must still go on when the first one ends, which begins some seconds later
   * @param rawOfBackground a folder for everything of that load
   */
  LoadOutcome measure(LoadSpec load, Path raw, LoadSpec background, Path rawOfBackground)
      throws IOException, LabException, InterruptedException;

  /**
   * Drives a load once the connections of the one before are closed, without a look at the machine,
   * which that load has kept busy.
   */
  LoadOutcome goOn(LoadSpec load, Path raw) throws IOException, LabException, InterruptedException;

  /**
   * Returns what the server holds when so many connections are open, after a full collection.
   *
   * @param objects a file for its objects by class
   * @throws LabException if there are not so many connections
   */
  Footprint footprint(int connections, Path objects)
      throws IOException, LabException, InterruptedException;
}
