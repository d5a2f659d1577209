package tailgate.adaptivepool;

import java.util.Locale;

/** Who asks the policy how many workers there should be, and when. */
public enum DecideBy {
  /** A thread of its own, see {@link Monitor}. A submitter at most sets a signal. */
  MONITOR,

  /**
   * Each thread that submits a task, under a lock, see {@link LookOnSubmit}. This is the design of
   * the Rust pool study (docs/origins.md#rust-pool-study), for comparisons. A pool to which nothing
   * is submitted keeps its size, and has no new worker for one whose thread has died. What is known
   * of the processors may be 8 ms old.
   */
  SUBMITTER;

  /** Returns the name that the command line has: {@code monitor}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
