package tailgate.lab.machine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import tailgate.lab.LabException;

/** Ports of this machine, above all of its loopback address. */
public final class Ports {

  public static final String HOST = "127.0.0.1";

  private Ports() {}

  /** One that nobody listens on; that it stays so is likely, not certain. */
  public static int free() throws IOException {
    return bindOnce(loopback(), 0);
  }

  /**
   * Refuses a port that somebody listens on. Without this, the readiness probe could be answered by
   * a stranger, and the stranger be measured.
   */
  public static void checkFree(int port) throws IOException, LabException {
    checkFree(loopback(), port);
  }

  /** The same for another address of this machine. */
  public static void checkFree(InetAddress address, int port) throws LabException {
    try {
      bindOnce(address, port);
    } catch (IOException e) {
      throw new LabException("port " + port + " is taken (" + e.getMessage() + ")", e);
    }
  }

  private static InetAddress loopback() throws IOException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
  }

  private static int bindOnce(InetAddress address, int port) throws IOException {
    try (ServerSocket socket = new ServerSocket()) {
      // Connections of the previous stage may linger in TIME_WAIT; they are no obstacle.
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(address, port));
      return socket.getLocalPort();
    }
  }
}
