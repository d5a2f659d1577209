package tailgate.server.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.server.FakeClock;
import tailgate.server.observe.ServerCounters;

/** Real sockets: the lists are the kernel's. */
@EnabledOnOs(OS.LINUX)
final class SendQueuesTest {

  private static final Duration BRIEF = Duration.ofMillis(100);

  /** Much less than the kernel holds for a client that reads nothing. */
  private static final int CLIENT_BUFFER = 128 << 10;

  private final FakeClock clock = new FakeClock();
  private final DeadlineClock time =
      new DeadlineClock(clock, new Timeouts(BRIEF, BRIEF, BRIEF, BRIEF));
  private final SendQueues queues = new SendQueues();

  @ParameterizedTest
  @CsvSource({"INET6, 127.0.0.1", "INET, 127.0.0.1", "INET6, ::1"})
  void tellWhatTheClientHasTaken(StandardProtocolFamily family, String address) throws Exception {
    boolean ipv6 =
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .anyMatch(each -> each instanceof Inet6Address && each.isLoopbackAddress());
    assumeTrue(ipv6 || family == StandardProtocolFamily.INET, "there is no IPv6");
    try (ServerSocketChannel listener = ServerSocketChannel.open(family)) {
      listener.bind(family == StandardProtocolFamily.INET ? local(address) : null);
      var port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
      try (SocketChannel client = SocketChannel.open()) {
        client.setOption(StandardSocketOptions.SO_RCVBUF, CLIENT_BUFFER); // so that it never grows
        client.connect(new InetSocketAddress(address, port));
        try (SocketChannel channel = listener.accept()) {
          assertPutOff(client, channel);
        }
      }
    }
  }

  private void assertPutOff(SocketChannel client, SocketChannel channel) throws Exception {
    long sent = fill(channel);
    ConnectionDeadline deadline = new ConnectionDeadline(channel, time, new ServerCounters());
    deadline.waitForRoom(sent);
    ask(deadline);
    clock.pass(BRIEF);
    time.advance();
    assertThat(deadline.isOver()).isTrue();
    read(client, sent / 2);
    Awaitility.await().until(() -> ask(deadline)); // once it is acknowledged
  }

  private static InetSocketAddress local(String address) {
    return new InetSocketAddress(address, 0);
  }

  private static long fill(SocketChannel channel) throws Exception {
    channel.configureBlocking(false);
    ByteBuffer bytes = ByteBuffer.allocate(1 << 16);
    long filled = 0;
    for (int n = 1; n > 0; filled += n) {
      n = channel.write(bytes.clear());
    }
    return filled;
  }

  private static void read(SocketChannel client, long count) throws Exception {
    ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(count));
    while (bytes.hasRemaining()) {
      client.read(bytes);
    }
  }

  /** Returns whether the wait is not over any more. */
  private boolean ask(ConnectionDeadline deadline) {
    deadline.isSlow();
    queues.tell(List.of(deadline));
    return !deadline.isOver();
  }
}
