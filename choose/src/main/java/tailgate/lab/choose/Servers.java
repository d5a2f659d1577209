package tailgate.lab.choose;

import java.io.IOException;
import java.util.List;
import tailgate.lab.LabException;

/** Starts servers of one stage, one after the other. */
@FunctionalInterface
interface Servers {

  /**
   * Starts a server, and returns when it has answered.
   *
   * @param folder the folder for everything, below that of the run; empty for the latter
   * @param added the arguments beside those of every server
   */
  Driver start(String folder, List<String> added)
      throws IOException, LabException, InterruptedException;
}
