package tailgate.lab.load;

import java.io.IOException;
import tailgate.lab.LabException;

/** Clients of a server that are there while a load is measured, until they are closed. */
public interface Bystanders extends AutoCloseable {

  /** Connects them. */
  @FunctionalInterface
  interface Arrive {
    Bystanders at(int port) throws IOException;
  }

  /**
   * To be called before the load and after it.
   *
   * @throws LabException if one of them was cut off
   */
  void check() throws LabException;

  /** Whether they keep the server busy; if not, the load waits until it has served them. */
  default boolean areBusy() {
    return false;
  }

  @Override
  void close();
}
