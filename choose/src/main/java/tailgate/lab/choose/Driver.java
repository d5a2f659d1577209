package tailgate.lab.choose;

import java.io.IOException;
import tailgate.lab.LabException;
import tailgate.lab.load.LoadSpec;

/** Drives loads at a server that is there, and stops it when it is closed. */
@FunctionalInterface
interface Driver extends AutoCloseable {

  /**
   * Drives a load and waits for its end.
   *
   * @param name the name of a folder for everything
   */
  Driven drive(String name, LoadSpec load) throws IOException, LabException, InterruptedException;

  /** Checks that the server has survived its loads; by default it has. */
  default void checkAlive() throws LabException {}

  /** Stops the server; by default there is none to be stopped. */
  @Override
  default void close() {}
}
