package tailgate.lab.machine;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import tailgate.lab.LabException;

/** Ports of this machine, mostly of its loopback address. */
public final class Ports {

  public static final String HOST = "127.0.0.1";

  private Ports() {}

  /** A port on which nobody listens. It may be taken later, but that is unlikely. */
  public static int free() throws IOException {
    return bindOnce(loopback(), 0);
  }

  /**
   * Refuses a port on which somebody listens. Otherwise another server could answer the readiness
   * probe, and be measured.
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
      // Connections of the previous stage in TIME_WAIT do not matter.
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(address, port));
      return socket.getLocalPort();
    }
  }
}
