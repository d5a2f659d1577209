package tailgate.trace;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * The standard output of the process, shared with what else the process says. So lines go in pieces
 * that a pipe takes as a whole or not at all (POSIX's PIPE_BUF; 4 KiB on Linux): another's line can
 * come between two of ours, never into one, unless ours alone is longer.
 *
 * <p>Not by {@link System#out}, which keeps its errors to itself.
 */
final class StandardOutput implements LogTarget {

  private static final int PIPE_BUF = 4096;

  private final FileChannel channel;

  StandardOutput() {
    this(new FileOutputStream(FileDescriptor.out).getChannel());
  }

  StandardOutput(FileChannel channel) {
    this.channel = channel;
  }

  @Override
  public int write(ByteBuffer lines) throws IOException {
    int end = lines.limit();
    try {
      return channel.write(lines.limit(endOfPiece(lines)));
    } finally {
      lines.limit(end);
    }
  }

  /** Where the last line ends that is whole in the piece; its end if there is none. */
  private static int endOfPiece(ByteBuffer lines) {
    if (lines.remaining() <= PIPE_BUF) {
      return lines.limit();
    }
    int limit = lines.position() + PIPE_BUF;
    for (int end = limit; end > lines.position(); end--) {
      if (lines.get(end - 1) == '\n') {
        return end;
      }
    }
    return limit;
  }

  /** Leaves it open: it is the process's. */
  @Override
  public void close() {}

  @Override
  public String toString() {
    return "standard output";
  }
}
