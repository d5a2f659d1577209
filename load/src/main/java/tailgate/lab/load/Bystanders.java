package tailgate.lab.load;

import java.io.IOException;
import tailgate.lab.LabException;

/** Clients of a server that are there while a load is measured, until they are closed. */
public interface Bystanders extends AutoCloseable {

  /** Connects the bystanders of one load. */
  @FunctionalInterface
  interface Arrive {
    Bystanders at(int port) throws IOException;
  }

  /**
   * Checks all clients; is called before the load and after it.
   *
   * @throws LabException if one of them was cut off
   */
  void check() throws LabException;

  /** Whether these clients keep the server busy; if not, the load waits until they are served. */
  default boolean areBusy() {
    return false;
  }

  @Override
  void close();
}
