package tailgate.trace;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;

/** The address of the client. */
final class RemoteAddress {

  private static final Logger LOG = SafeLogger.of(RemoteAddress.class);
  private static final String UNKNOWN = "-";

  private RemoteAddress() {}

  /** The address in digits, or a hyphen if the connection is already closed. */
  static String of(SocketChannel channel) {
    try {
      return channel.getRemoteAddress() instanceof InetSocketAddress address
          ? address.getAddress().getHostAddress()
          : UNKNOWN;
    } catch (IOException e) {
      LOG.debug("already gone", e);
      return UNKNOWN;
    }
  }
}
