package tailgate.trace;

import java.io.IOException;
import java.nio.ByteBuffer;

/** What lines are written to. Confined to the thread that writes. */
interface LogTarget extends AutoCloseable {

  /** Writes some of the bytes, and advances their position; at least one byte, or it throws. */
  int write(ByteBuffer lines) throws IOException;

  /**
   * Opens a new file if the old one was moved away.
   *
   * @return whether there is a new file, or the old one was truncated; if it throws, writing goes
   *     on in the old file
   */
  default boolean reopenIfMoved() throws IOException {
    return false;
  }

  @Override
  void close() throws IOException;
}
