package tailgate.server.connection;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tailgate.server.FakeClock;
import tailgate.server.RawClient;
import tailgate.server.StubChannel;
import tailgate.server.observe.ServerCounters;

final class LingeringCloseTest {

  private final FakeClock clock = new FakeClock();
  private final ServerCounters counters = new ServerCounters();
  private final LingeringClose lingeringClose;
  private final ServerSocketChannel listener;

  LingeringCloseTest() throws IOException {
    lingeringClose = new LingeringClose(clock, counters, LingeringClose.MAX);
    listener = ServerSocketChannel.open();
  }

  @BeforeEach
  void start() throws IOException {
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    lingeringClose.start();
  }

  @AfterEach
  void stop() throws Exception {
    lingeringClose.stop(Duration.ZERO);
    listener.close();
  }

  @Test
  void deliversTheLastResponseThoughTheClientHasSentMore() throws Exception {
    try (RawClient client = connect();
        SocketChannel channel = listener.accept()) {
      client.send("x".repeat(100_000));
      channel.write(ByteBuffer.wrap("bye\r\n\r\n".getBytes(US_ASCII)));
      lingeringClose.linger(channel);
      client.send("x".repeat(100_000));
      assertThat(client.readHead()).isEqualTo("bye\r\n\r\n");
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  @Test
  void closesOnceTheClientHasEnded() throws Exception {
    try (RawClient client = connect();
        SocketChannel channel = listener.accept()) {
      lingeringClose.linger(channel);
      client.endOutput();
      awaitClosed(channel);
    }
  }

  @Test
  void givesUpOnAClientThatDoesNotEnd() throws Exception {
    try (RawClient client = connect();
        SocketChannel channel = listener.accept()) {
      lingeringClose.linger(channel);
      assertThat(client.isClosedByServer()).as("so it has been taken in").isTrue();
      Awaitility.await()
          .until(
              () -> {
                clock.pass(Duration.ofSeconds(2));
                return !channel.isOpen();
              });
    }
  }

  @Test
  void lingersThoughTheServerHasShutItsInputDown() throws Exception {
    try (RawClient client = connect();
        SocketChannel channel = listener.accept()) {
      channel.shutdownInput(); // as the sweeper does before a 408
      client.send("more");
      lingeringClose.linger(channel);
      assertThat(client.isClosedByServer()).isTrue();
      Thread.sleep(100);
      assertThat(channel.isOpen()).isTrue();
      clock.pass(Duration.ofSeconds(2));
      awaitClosed(channel);
    }
  }

  @Test
  void closesAtOnceIfTooManyLinger() throws Exception {
    for (int i = 0; i < LingeringClose.MAX; i++) {
      lingeringClose.linger(new StubChannel(false));
    }
    try (RawClient client = connect();
        SocketChannel channel = listener.accept()) {
      lingeringClose.linger(channel);
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  @Test
  void finishesLingeringClosesWhenItStops() throws Exception {
    try (RawClient client = connect();
        SocketChannel channel = listener.accept()) {
      lingeringClose.linger(channel);
      var stopped = new FutureTask<>(() -> stopWith(RawClient.PATIENCE));
      Thread.ofVirtual().start(stopped);
      assertThat(client.isClosedByServer()).isTrue();
      client.send("still here");
      client.send("still here");
      assertThat(stopped.isDone()).isFalse();
      client.endOutput();
      assertThat(stopped.get()).isTrue();
      assertThat(channel.isOpen()).isFalse();
    }
  }

  @Test
  void stopsAtOnceIfThereIsNoTimeLeft() throws Exception {
    try (RawClient client = connect();
        SocketChannel channel = listener.accept()) {
      lingeringClose.linger(channel);
      lingeringClose.stop(Duration.ofSeconds(-1));
      assertThat(channel.isOpen()).isFalse();
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  @Test
  void closesAtOnceAfterTheEnd() throws Exception {
    lingeringClose.stop(Duration.ZERO);
    StubChannel channel = new StubChannel(false);
    lingeringClose.linger(channel);
    assertThat(channel.isOpen()).isFalse();
  }

  private boolean stopWith(Duration deadline) throws InterruptedException {
    lingeringClose.stop(deadline);
    return true;
  }

  private RawClient connect() throws IOException {
    return new RawClient((InetSocketAddress) listener.getLocalAddress());
  }

  private static void awaitClosed(SocketChannel channel) {
    Awaitility.await().until(() -> !channel.isOpen());
  }
}
