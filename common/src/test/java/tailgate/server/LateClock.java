package tailgate.server;

import java.util.function.LongSupplier;

/**
 * A real clock that stands still until a test starts it. So no client is late before, however long
 * a busy machine holds it up.
 */
final class LateClock implements LongSupplier {

  private final long begin = System.nanoTime();

  /** Volatile: set by the test, read by the threads of the server. */
  private volatile boolean runs;

  void start() {
    runs = true;
  }

  @Override
  public long getAsLong() {
    return runs ? System.nanoTime() : begin;
  }
}
