package tailgate.cli;

import static java.net.StandardProtocolFamily.UNIX;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channel;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Pipe;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.server.listen.SharedSocket;

/** Which channels on descriptor 0 are a socket to serve from. */
final class SocketActivationTest {

  private static final String REMEDY =
      "; it must be a TCP socket that listens, or no socket at all";

  @TempDir private Path folder = Path.of("");

  private static @Nullable SharedSocket find(@Nullable Channel channel) throws IOException {
    return SocketActivation.of(channel, () -> true);
  }

  private static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  private static void assertRefused(Channel channel, String why) throws IOException {
    try (channel) {
      assertThatThrownBy(() -> find(channel))
          .isInstanceOf(StartupException.class)
          .hasMessage("descriptor 0 " + why + REMEDY);
      assertThat(channel.isOpen()).as("stays open, else the message would be lost").isTrue();
    }
  }

  @Test
  void aSocketThatListensIsUsed() throws IOException {
    try (ServerSocketChannel channel = ServerSocketChannel.open().bind(anyPort())) {
      SharedSocket found = Objects.requireNonNull(find(channel));
      assertThat(found.address()).isEqualTo(channel.getLocalAddress());
      assertThat(channel.isOpen()).isTrue();
    }
  }

  @Test
  void whatIsNoSocketIsNone() throws IOException {
    assertThat(find(null)).isNull();
  }

  @Test
  void oneEndOfASocketPairIsNone() throws IOException { // sshd starts a command with one
    var address = UnixDomainSocketAddress.of(folder.resolve("pair"));
    try (ServerSocketChannel sshd = ServerSocketChannel.open(UNIX).bind(address);
        SocketChannel end = SocketChannel.open(address)) {
      assertThat(sshd.isOpen()).isTrue();
      assertThat(find(end)).isNull();
    }
  }

  @Test
  void aConnectedSocketIsRefused() throws IOException {
    try (ServerSocketChannel inetd = ServerSocketChannel.open().bind(anyPort())) {
      assertRefused(
          SocketChannel.open(inetd.getLocalAddress()),
          "is a connected socket, as inetd's nowait mode passes it");
    }
  }

  @Test
  void aSocketWithoutAPortIsRefused() throws IOException {
    ServerSocketChannel unbound = ServerSocketChannel.open();
    assertThat(unbound.getLocalAddress()).isNull();
    assertRefused(unbound, "is a TCP socket that does not listen");
  }

  @Test
  void aDatagramSocketIsRefused() throws IOException {
    assertRefused(DatagramChannel.open().bind(anyPort()), "is a datagram socket, not TCP");
  }

  @Test
  void aUnixDomainSocketIsRefused() throws IOException {
    var address = UnixDomainSocketAddress.of(folder.resolve("listens"));
    assertRefused(ServerSocketChannel.open(UNIX).bind(address), "is a Unix-domain socket, not TCP");
  }

  @Test
  void anyOtherChannelIsRefused() throws IOException {
    Pipe pipe = Pipe.open();
    pipe.sink().close();
    assertRefused(pipe.source(), "is not a TCP socket");
  }
}
