package tailgate.lab.choose;

import java.io.IOException;
import java.util.OptionalDouble;
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

  /**
   * Returns the highest rate at which the server may be asked, in requests per second. Empty for a
   * server of the lab, which may also be asked as fast as it answers; by default it is one.
   */
  default OptionalDouble most() {
    return OptionalDouble.empty();
  }

  /** Checks that the server has survived its loads; by default it has. */
  default void checkAlive() throws LabException {}

  /** Stops the server; by default there is none to be stopped. */
  @Override
  default void close() {}
}
