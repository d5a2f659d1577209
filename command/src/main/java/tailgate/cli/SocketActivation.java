package tailgate.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channel;
import java.nio.channels.DatagramChannel;
import java.nio.channels.NetworkChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tailgate.server.listen.SharedSocket;

/**
 * Finds the socket on descriptor 0 that the parent of this process has put there: {@code ./tailgate
 * serve}, a supervisor, or systemd with {@code StandardInput=socket}.
 *
 * <p>Only a listening TCP socket is used. A terminal, a pipe, a file, or one end of a socket pair
 * (as sshd makes them) cannot be served from and is ignored. Any other socket there is a mistake of
 * the parent. A channel that is refused is not closed: the JDK would replace descriptors 1 and 2 by
 * {@code /dev/null}, and the error would be lost.
 */
final class SocketActivation {

  private static final Path SELF = Path.of("/proc/self");
  private static final String LISTENING = "0A";
  private static final Pattern COLUMN = Pattern.compile(" +");

  private SocketActivation() {}

  /**
   * The inherited socket; null if there is none.
   *
   * @param mayClose asked before it is closed
   * @throws StartupException if there is another kind of socket
   */
  static @Nullable SharedSocket find(BooleanSupplier mayClose) {
    try {
      return of(inheritedChannel(), mayClose);
    } catch (IOException e) {
      throw refusal("cannot be used (" + e.getMessage() + ")");
    }
  }

  private static @Nullable Channel inheritedChannel() throws IOException {
    try {
      return System.inheritedChannel();
    } catch (RuntimeException e) { // the JDK does not know every kind of socket
      throw new IOException(e.toString(), e);
    }
  }

  static @Nullable SharedSocket of(@Nullable Channel channel, BooleanSupplier mayClose)
      throws IOException {
    return switch (channel) {
      case null -> null;
      case ServerSocketChannel socket -> listening(socket, mayClose);
      case SocketChannel client when !isTcp(client) -> null;
      case SocketChannel client ->
          throw refusal("is a connected socket, as inetd's nowait mode passes it");
      case DatagramChannel udp -> throw refusal("is a datagram socket, not TCP");
      default -> throw refusal("is not a TCP socket");
    };
  }

  private static SharedSocket listening(ServerSocketChannel socket, BooleanSupplier mayClose)
      throws IOException {
    if (socket.getLocalAddress() instanceof UnixDomainSocketAddress) {
      throw refusal("is a Unix-domain socket, not TCP");
    }
    if (!listens(socket)) {
      throw refusal("is a TCP socket that does not listen");
    }
    return new SharedSocket(socket, mayClose);
  }

  private static boolean isTcp(NetworkChannel channel) throws IOException {
    return channel.getLocalAddress() instanceof InetSocketAddress;
  }

  /**
   * Whether the socket listens. Java cannot ask, and accepting would take a client. But a selector
   * always reports a socket as ready if it does not listen, and a listening one only if a client
   * waits.
   */
  private static boolean listens(ServerSocketChannel socket) throws IOException {
    if (!(socket.getLocalAddress() instanceof InetSocketAddress bound) || bound.getPort() == 0) {
      return false;
    }
    socket.configureBlocking(false);
    try (Selector selector = Selector.open()) {
      socket.register(selector, SelectionKey.OP_ACCEPT);
      return selector.selectNow() == 0 || isInListOfKernel();
    }
  }

  /** Whether the kernel lists descriptor 0 as listening; true where there is no such list. */
  private static boolean isInListOfKernel() throws IOException {
    Path descriptor = SELF.resolve("fd/0");
    if (!Files.isSymbolicLink(descriptor)) {
      return true;
    }
    String inode = Files.readSymbolicLink(descriptor).toString().replaceAll("\\D", "");
    for (String list : List.of("net/tcp", "net/tcp6")) {
      Path file = SELF.resolve(list);
      if (!Files.isReadable(file) || Files.readString(file).lines().anyMatch(l -> is(l, inode))) {
        return true;
      }
    }
    return false;
  }

  /** The columns of the list: number, local address, remote address, state, …, inode (the 10th). */
  private static boolean is(String line, String inode) {
    List<String> columns = COLUMN.splitAsStream(line.strip()).toList();
    return columns.size() > 9 && columns.get(3).equals(LISTENING) && columns.get(9).equals(inode);
  }

  private static StartupException refusal(String what) {
    return new StartupException(
        "descriptor 0 " + what + "; it must be a TCP socket that listens, or no socket at all");
  }
}
