package tailgate.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.function.Supplier;
import tailgate.log.StandardStreams;

/**
 * The standard output of the process, which the process also uses for other output. Lines are
 * written in pieces that a pipe takes atomically (POSIX's PIPE_BUF; 4 KiB on Linux). So other
 * output can come between two lines, but not into a line, unless the line is longer than that.
 *
 * <p>Not {@link System#out}, which hides its errors.
 */
final class StandardOutput implements LogTarget {

  private static final int PIPE_BUF = 4096;

  private final Supplier<FileChannel> channel;

  StandardOutput() {
    this.channel = StandardStreams::out; // may be replaced
  }

  StandardOutput(FileChannel channel) {
    this.channel = () -> channel;
  }

  @Override
  public int write(ByteBuffer lines) throws IOException {
    int end = lines.limit();
    try {
      return channel.get().write(lines.limit(endOfPiece(lines)));
    } finally {
      lines.limit(end);
    }
  }

  /** The end of the last line that is whole in the piece; the end of the piece if there is none. */
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

  /** Does not close it: it belongs to the process. */
  @Override
  public void close() {}

  @Override
  public String toString() {
    return "standard output";
  }
}
