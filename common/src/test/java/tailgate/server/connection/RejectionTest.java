package tailgate.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import tailgate.http.DateField;
import tailgate.server.RawClient;
import tailgate.server.observe.Observation;
import tailgate.server.observe.RequestTiming;
import tailgate.server.observe.ServerCounters;
import tailgate.server.observe.ServerCounters.Overload;

final class RejectionTest {

  private final ServerCounters counters = new ServerCounters();
  private final Rejection rejection =
      new Rejection(new DateField(InstantSource.fixed(Instant.EPOCH)), counters);

  @Test
  void answers503AndAsksToComeAgain() throws Exception {
    var lingeringClose =
        new LingeringClose(System::nanoTime, new ServerCounters(), LingeringClose.MAX);
    lingeringClose.start();
    try (ServerSocketChannel listener = ServerSocketChannel.open()) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      try (RawClient client = new RawClient((InetSocketAddress) listener.getLocalAddress())) {
        SocketChannel channel = listener.accept();
        rejection.send(channel, new RequestTiming(channel, Observation.NONE), Overload.EXECUTOR);
        lingeringClose.linger(channel);
        RawClient.Reply reply = client.read();
        assertThat(reply.head()).hasSize((int) counters.bytesSent());
        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.field("Retry-After")).isEqualTo("1");
        assertThat(reply.field("Connection")).isEqualTo("close");
        assertThat(reply.body()).isEmpty();
        assertThat(client.isClosedByServer()).isTrue();
      }
    } finally {
      lingeringClose.stop(Duration.ZERO);
    }
    assertThat(counters.overloads(Overload.EXECUTOR)).isEqualTo(1);
  }
}
