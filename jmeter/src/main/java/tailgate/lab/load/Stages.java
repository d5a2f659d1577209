package tailgate.lab.load;

import java.util.List;

/** The servers that are compared. */
public final class Stages {

  /** By the names of their jars, in the order of the evolution. */
  public static final List<String> ALL =
      List.of(
          "singlethreaded",
          "thread-per-request",
          "threadpool",
          "adaptive-pool",
          "virtual-threads",
          "event-loop");

  private Stages() {}
}
