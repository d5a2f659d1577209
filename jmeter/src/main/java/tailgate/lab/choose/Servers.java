package tailgate.lab.choose;

import java.io.IOException;
import java.util.List;
import tailgate.lab.LabException;

/** Starts servers of one stage, one after the other. */
@FunctionalInterface
interface Servers {

  /** What is done at a server that is there. */
  @FunctionalInterface
  interface Work {
    void with(Driver driver) throws IOException, LabException, InterruptedException;
  }

  /**
   * Starts a server, has the work done and stops it.
   *
   * @param folder for everything, below that of the run; empty for the latter
   * @param more arguments beside those of every server
   */
  void start(String folder, List<String> more, Work work)
      throws IOException, LabException, InterruptedException;
}
