package tailgate.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.queue.TaskExecutor;
import tailgate.server.RawClient;
import tailgate.server.RawClient.Reply;
import tailgate.server.TestServer;
import tailgate.server.connection.Timeouts;
import tailgate.server.observe.Observation;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.OverloadPolicy;
import tailgate.server.stage.Stage;

/** The line of a 503 that no worker has sent. */
class RejectedConnectionTest {

  private static final Response SMALL = Response.status(Status.OK).text("small");
  private static final String LINE = "127\\.0\\.0\\.1 - - \\[.*\\] \"-\" 503 - \"-\" \"-\"";

  /** Keeps what is written, once it is let. */
  private static final class Memory implements LogTarget {

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch open;
    private final StringBuilder written = new StringBuilder();

    Memory(CountDownLatch open) {
      this.open = open;
    }

    @Override
    public int write(ByteBuffer lines) throws IOException {
      asked.countDown();
      try {
        open.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      int size = lines.remaining();
      written.append(StandardCharsets.US_ASCII.decode(lines));
      return size;
    }

    @Override
    public void close() {}
  }

  private final CountDownLatch disk = new CountDownLatch(1);
  private final Memory memory = new Memory(disk);
  private final AccessLog log =
      AccessLog.start(
          LogFormat.COMBINED, new LogTime(InstantSource.system(), ZoneOffset.UTC), memory);

  @ParameterizedTest
  @EnumSource(Dispatch.class)
  void oneConnectionMoreThanTheCapHasALine(Dispatch dispatch) throws Exception {
    disk.countDown();
    try (TestServer server = start(dispatch, TaskExecutor.of(Executors.newCachedThreadPool()));
        RawClient first = server.connect()) {
      assertThat(first.get("/a").read().status()).isEqualTo(200);
      try (RawClient second = server.connect()) {
        assertThat(second.read().status()).isEqualTo(503);
      }
      server.stop();
    }
    assertThat(lines()) // whose order is that of two threads
        .hasSize(2)
        .anyMatch(line -> line.contains("\"GET /a HTTP/1.1\" 200 5 "))
        .anyMatch(line -> line.matches(LINE));
  }

  @ParameterizedTest
  @EnumSource(Dispatch.class)
  void whatTheExecutorHasNoRoomForHasALine(Dispatch dispatch) throws Exception {
    disk.countDown();
    try (TestServer server = start(dispatch, new FullExecutor())) {
      assertThat(ask(server).status()).isEqualTo(503);
      assertThat(ask(server).status()).isEqualTo(503);
      server.stop();
    }
    assertThat(lines()).hasSize(2).allMatch(line -> line.matches(LINE));
    assertThat(log.linesLost()).isZero();
  }

  @ParameterizedTest
  @EnumSource(Dispatch.class)
  void whoTurnsAwayDoesNotWaitForADiskThatHangs(Dispatch dispatch) throws Exception {
    byte[] filling = "x".repeat(127).concat("\n").getBytes(StandardCharsets.US_ASCII);
    log.lines.offer(filling, filling.length);
    memory.asked.await(); // its thread hangs, and has one of the two buffers
    while (log.linesLost() == 0) {
      log.lines.offer(filling, filling.length);
    }
    try (TestServer server = start(dispatch, new FullExecutor())) {
      for (int i = 0; i < 5; i++) {
        assertThat(ask(server).status()).isEqualTo(503);
      }
      server.stop();
    }
    disk.countDown();
    log.close();
    assertThat(log.linesLost()).isEqualTo(1 + 5);
    assertThat(lines().size() + log.linesLost()).isEqualTo(log.lines());
  }

  private static Reply ask(TestServer server) throws IOException {
    try (RawClient client = server.connect()) {
      return client.get("/a").read();
    }
  }

  private TestServer start(Dispatch dispatch, TaskExecutor executor) {
    return TestServer.start(
        new Stage("away", dispatch, true, 1, "none", executor),
        TestServer.config(1, OverloadPolicy.REJECT, Timeouts.DEFAULT),
        request -> SMALL,
        Observation.NONE.and(log));
  }

  private List<String> lines() {
    log.close();
    return memory.written.toString().lines().toList();
  }
}
