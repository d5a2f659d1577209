package tailgate.server.connection;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.channels.SocketChannel;

/**
 * How the descriptors that the process may open are divided, so that no part of it can take those
 * of another one.
 *
 * <pre>
 *   limit = open at the start + reserve + lingering + shared
 * </pre>
 *
 * <p>A connection takes one of the shared descriptors, and one more while it is sent a file that is
 * not in memory. The reserve is not counted. It is for all that opens few descriptors: the admin
 * port, files that are read into memory, listings, logs, recordings, other processes.
 *
 * @param limit descriptors that the process may have ({@code RLIMIT_NOFILE}, {@code ulimit -n})
 * @param open how many of them were open before the server was made
 */
public record DescriptorBudget(long limit, long open) {

  /** The budget of a platform without such a limit, and of tests. */
  public static final DescriptorBudget UNLIMITED = new DescriptorBudget(Long.MAX_VALUE, 0);

  private static final int MOST_RESERVED = 128;

  /** How this process may divide its descriptors, as it has them now. */
  public static DescriptorBudget ofProcess() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? new DescriptorBudget(
            unix.getMaxFileDescriptorCount(), Math.max(0, unix.getOpenFileDescriptorCount()))
        : UNLIMITED;
  }

  /** Descriptors for connections and for the files that they are sent, at least 1. */
  public int shared() {
    return Math.clamp(limit - open - lingering() - reserve(), 1, Integer.MAX_VALUE);
  }

  /** Descriptors for closed connections whose clients may still be sending. */
  int lingering() {
    return eighth(LingeringClose.MAX);
  }

  /** Returns how many descriptors are kept for everything else. */
  int reserve() {
    return eighth(MOST_RESERVED);
  }

  /** Whether the process, or the machine, has no descriptor left now. */
  static boolean isSpent() {
    try (SocketChannel attempt = SocketChannel.open()) {
      return !attempt.isOpen();
    } catch (IOException e) {
      return true;
    }
  }

  private int eighth(int most) {
    return (int) Math.min(most, limit / 8);
  }
}
