package tailgate.lab.choose;

import java.util.OptionalDouble;
import tailgate.lab.load.LoadSpec;

/** A computed server that is not the lab's: it may be asked up to a rate. */
record BoundedServer(ComputedServer server, double mostPerSecond) implements Driver {

  @Override
  public Driven drive(String name, LoadSpec load) {
    return server.drive(name, load);
  }

  @Override
  public OptionalDouble most() {
    return OptionalDouble.of(mostPerSecond);
  }
}
