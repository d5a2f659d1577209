package tailgate.lab.run;

import tailgate.lab.LabException;

/**
 * A server that has answered, from then on until it is closed.
 *
 * <pre>
 *   starting ──► ready ──► (loads) ──► checkAlive ──► close
 *      │ dead, mute, not 200              │ dead        ▲
 *      │ no server: the start             └─────────────┘
 *      ▼ has ended its process
 * </pre>
 *
 * <p>If the lab is stopped meanwhile, the process ends, so whoever waits for it fails on the thread
 * of the run and closes what it has opened. Confined to one thread.
 */
public final class RunningServer implements AutoCloseable {

  /** Says whether a server still runs. */
  @FunctionalInterface
  interface Life {
    /** Throws if the server has ended, with its last words. */
    void check() throws LabException;
  }

  private final Ready ready;
  private final Life life;
  private final Closer closer;

  /**
   * Takes a server over from what has started it.
   *
   * @param closer stops the server, and clears up what it leaves
   */
  RunningServer(Ready ready, Life life, Closer closer) {
    this.ready = ready;
    this.life = life;
    this.closer = closer;
  }

  /** Returns where it is and how it can be watched. */
  public Ready ready() {
    return ready;
  }

  /** Checks after a load that the server runs: one that died under it was not measured. */
  public void checkAlive() throws LabException {
    life.check();
  }

  @Override
  public void close() {
    closer.close();
  }
}
