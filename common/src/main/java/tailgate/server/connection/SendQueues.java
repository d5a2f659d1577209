package tailgate.server.connection;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;

/**
 * Asks the kernel how many sent bytes of a connection its client has not acknowledged yet. Java has
 * no call for it, but Linux lists the send queues of all sockets ({@code tx_queue} in
 * proc_pid_net(5); {@code Send-Q} in {@code ss}). On another system, and where the lists cannot be
 * read, it tells nothing.
 *
 * <p>To read the lists takes some 40 ms of a processor for 12,000 sockets. Tests: SendQueuesTest.
 */
class SendQueues {

  private static final Logger LOG = SafeLogger.of(SendQueues.class);

  /** The second one also lists the IPv4 clients of a socket that listens for both versions. */
  private static final List<Path> LISTS =
      List.of(Path.of("/proc/self/net/tcp"), Path.of("/proc/self/net/tcp6"));

  /** An IPv4 address as an IPv6 address (RFC 4291 §2.5.5.2) begins with these bytes. */
  private static final byte[] MAPPED = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1};

  /** Tells each of them what the kernel holds. */
  void tell(Collection<ConnectionDeadline> waiting) {
    Map<String, ConnectionDeadline> byAddresses = new HashMap<>();
    for (ConnectionDeadline each : waiting) {
      put(byAddresses, each);
    }
    if (!byAddresses.isEmpty()) {
      LISTS.forEach(list -> read(list, byAddresses));
    }
  }

  private static void put(Map<String, ConnectionDeadline> byAddresses, ConnectionDeadline each) {
    SocketChannel channel = each.channel();
    try {
      SocketAddress local = channel.getLocalAddress();
      SocketAddress remote = channel.getRemoteAddress();
      if (local instanceof InetSocketAddress from && remote instanceof InetSocketAddress to) {
        byAddresses.put(text(from, false) + ' ' + text(to, false), each);
        byAddresses.put(text(from, true) + ' ' + text(to, true), each);
      }
    } catch (IOException e) {
      LOG.trace("closed meanwhile", e);
    }
  }

  /** An address as the lists have it: words in the order of the machine's bytes, and the port. */
  private static String text(InetSocketAddress socket, boolean mapped) {
    byte[] address = socket.getAddress().getAddress();
    ByteBuffer bytes = ByteBuffer.allocate(MAPPED.length + 16).order(ByteOrder.nativeOrder());
    bytes.put(mapped && address.length == 4 ? MAPPED : new byte[0]).put(address).flip();
    StringBuilder text = new StringBuilder();
    while (bytes.hasRemaining()) {
      text.append(String.format(Locale.ROOT, "%08X", bytes.getInt()));
    }
    return text.append(String.format(Locale.ROOT, ":%04X", socket.getPort())).toString();
  }

  private static void read(Path list, Map<String, ConnectionDeadline> byAddresses) {
    try (BufferedReader lines = Files.newBufferedReader(list, ISO_8859_1)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        read(line, byAddresses);
      }
    } catch (IOException | RuntimeException e) { // the text is not this program's
      LOG.debug("cannot read the send queues", e);
    }
  }

  /** A line has a number, the local and the remote address, the state, and the send queue. */
  private static void read(String line, Map<String, ConnectionDeadline> byAddresses) {
    int local = line.indexOf(": ") + 2;
    int end = line.indexOf(' ', line.indexOf(' ', local) + 1);
    ConnectionDeadline found = byAddresses.get(line.substring(local, end));
    if (found != null) {
      int queue = end + " 01 ".length();
      long bytes = Long.parseLong(line, queue, line.indexOf(':', queue), 16);
      if (bytes > 0) { // a full socket holds some; gVisor says 0 of all
        found.queued(bytes);
      }
    }
  }
}
