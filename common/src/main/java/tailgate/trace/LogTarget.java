package tailgate.trace;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Where lines are written to. Confined to the thread that writes. */
interface LogTarget extends AutoCloseable {

  /** Writes some of the bytes, and moves their position on; at least one, or it throws. */
  int write(ByteBuffer lines) throws IOException;

  /**
   * Begins a new file if the one there was has been moved away.
   *
   * @return whether there is a new one, or what was in the old one is gone; if it throws, writing
   *     goes on where it was
   */
  default boolean follow() throws IOException {
    return false;
  }

  @Override
  void close() throws IOException;
}
