package tailgate.lab.choose;

import java.io.IOException;
import java.util.List;
import tailgate.lab.LabException;

/** Starts servers of one stage, one after the other. */
@FunctionalInterface
interface Servers {

  /** The work that is done at a server while it is there. */
  @FunctionalInterface
  interface Work {
    void with(Driver driver) throws IOException, LabException, InterruptedException;
  }

  /**
   * Starts a server, has the work done and stops it.
   *
   * @param folder the folder for everything, below that of the run; empty for the latter
   * @param added the arguments beside those of every server
   */
  void start(String folder, List<String> added, Work work)
      throws IOException, LabException, InterruptedException;
}
