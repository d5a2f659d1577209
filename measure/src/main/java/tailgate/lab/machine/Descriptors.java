package tailgate.lab.machine;

import static tailgate.lab.load.Text.format;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import tailgate.lab.LabException;

/** Checks how many connections a process may have on this machine. */
public final class Descriptors {

  /** File descriptors of a JVM that are no connections. */
  private static final int OTHERS = 200;

  /** The default number of ports for outgoing connections. */
  private static final int PORTS = 28_000;

  private Descriptors() {}

  /** Returns how many connections this process can have. */
  public static int most() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? (int) Math.max(1, Math.min(PORTS, unix.getMaxFileDescriptorCount() - OTHERS))
        : PORTS;
  }

  /** Refuses more users than there can be connections; server and generator inherit our limit. */
  public static void check(int users) throws LabException {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix) {
      check(users, unix.getMaxFileDescriptorCount());
    }
  }

  /**
   * Refuses more users than a process of any machine can have connections.
   *
   * @param descriptors that it may have
   */
  public static void check(int users, long descriptors) throws LabException {
    if (users + OTHERS > descriptors) {
      throw new LabException(
          format(
                  "%,d users need as many connections, and a process may open %,d files; raise it"
                      + " with",
                  users, descriptors)
              + format(" ulimit -n %d, or say --users", users + OTHERS));
    }
    if (users > PORTS) {
      throw new LabException(
          format("%,d users need as many ports, and there are about %,d", users, PORTS));
    }
  }
}
