package tailgate.lab.machine;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import tailgate.lab.LabException;

/** Finds free ports of this machine, mostly of its loopback address. */
public final class Ports {

  public static final String HOST = "127.0.0.1";

  /**
   * The ports that {@link #free} gives. Unless it was told otherwise, Linux gives those from 32,768
   * on to each socket that asks for any port, and to each connection that goes out. So it gives
   * none of these to somebody else before the server that is to have it listens, or while that
   * restarts.
   */
  static final int FIRST = 20_000;

  static final int COUNT = 12_768;

  /** How far the next port is from the first; labs beside each other hardly begin at the same. */
  private static final AtomicInteger NEXT =
      new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

  private Ports() {}

  /**
   * Returns a port on which nobody listens; each time another one, until all have been tried.
   *
   * @throws IOException if there is none
   */
  public static int free() throws IOException {
    InetAddress address = loopback();
    IOException taken = new IOException("no port is free");
    for (int i = 0; i < COUNT; i++) {
      int port = FIRST + Math.floorMod(NEXT.getAndIncrement(), COUNT);
      try {
        return bindOnce(address, port);
      } catch (BindException e) {
        taken = e;
      }
    }
    throw taken;
  }

  /** Returns a free port other than this one, on which nobody listens yet. */
  public static int otherThan(int port) throws IOException {
    int free = free();
    return free == port ? free() : free; // that is another one
  }

  /**
   * Refuses a port on which somebody listens. Otherwise another server could answer the readiness
   * probe, and be measured.
   */
  public static void checkFree(int port) throws IOException, LabException {
    checkFree(loopback(), port);
  }

  /** Refuses a port of another address of this machine on which somebody listens. */
  public static void checkFree(InetAddress address, int port) throws LabException {
    try {
      bindOnce(address, port);
    } catch (IOException e) {
      throw new LabException(
          "port "
              + port
              + " is taken ("
              + e.getMessage()
              + "); stop what listens there, or choose another",
          e);
    }
  }

  private static InetAddress loopback() throws IOException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
  }

  private static int bindOnce(InetAddress address, int port) throws IOException {
    try (ServerSocket socket = new ServerSocket()) {
      // Connections of the previous stage in TIME_WAIT do not matter.
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(address, port));
      return socket.getLocalPort();
    }
  }
}
