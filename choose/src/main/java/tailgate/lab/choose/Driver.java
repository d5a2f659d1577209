package tailgate.lab.choose;

import java.io.IOException;
import tailgate.lab.LabException;
import tailgate.lab.load.LoadSpec;

/** Drives loads at a server that is there. */
@FunctionalInterface
interface Driver {

  /**
   * Drives a load and waits for its end.
   *
   * @param name the name of a folder for everything
   */
  Driven drive(String name, LoadSpec load) throws IOException, LabException, InterruptedException;
}
