package tailgate.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.server.RawClient;
import tailgate.server.TestServer;
import tailgate.server.observe.Observation;
import tailgate.server.stage.DirectExecutor;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.Stage;

/** What back-pressure is on an event loop. */
@Tag("slow")
class HangingDiskTest {

  /** Of 2 KiB each, so that they fill both buffers more than once. */
  private static final int REQUESTS = 600;

  private static final String REQUEST =
      "GET /" + "x".repeat(2000) + " HTTP/1.1\r\nHost: test\r\n\r\n";
  private static final Response SMALL = Response.status(Status.OK).text("small");

  private final CountDownLatch disk = new CountDownLatch(1);
  private final AtomicLong written = new AtomicLong();

  private final class Hanging implements LogTarget {
    @Override
    public int write(ByteBuffer lines) throws IOException {
      try {
        disk.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      int size = lines.remaining();
      while (lines.hasRemaining()) {
        written.addAndGet(lines.get() == '\n' ? 1 : 0);
      }
      return size;
    }

    @Override
    public void close() {}
  }

  private final AccessLog log =
      AccessLog.start(
          LogFormat.COMMON, new LogTime(InstantSource.system(), ZoneOffset.UTC), new Hanging());

  private final TestServer server =
      TestServer.start(
          new Stage("hanging", Dispatch.REQUEST, true, 1, "none", new DirectExecutor()),
          TestServer.config(),
          request -> SMALL,
          Observation.NONE.and(log));

  @Test
  void theServerWaitsAndGoesOnWithTheDiskAndNoLineIsLost() throws Exception {
    var client = new FutureTask<>(this::ask);
    Thread.ofVirtual().start(client);
    awaitStuckReactor();
    assertThat(client.isDone()).isFalse();
    disk.countDown();
    assertThat(client.get()).isEqualTo(REQUESTS);
    assertThat(server.stop()).isTrue();
    log.close();
    assertThat(written).hasValue(REQUESTS);
    assertThat(log.lines()).isEqualTo(REQUESTS);
    assertThat(log.linesLost()).isZero();
  }

  @Test
  void aServerThatIsStoppedByForceDoesNotWaitForTheDisk() throws Exception {
    var client = new FutureTask<>(this::ask);
    Thread.ofVirtual().start(client);
    awaitStuckReactor();
    server.close();
    disk.countDown();
    log.close();
    assertThat(written.get() + log.linesLost()).isEqualTo(log.lines());
    assertThat(log.linesLost()).isPositive();
  }

  private int ask() throws IOException {
    try (RawClient client = server.connect()) {
      for (int i = 0; i < REQUESTS; i++) {
        client.send(REQUEST).read();
      }
    }
    return REQUESTS;
  }

  private static void awaitStuckReactor() {
    Awaitility.await()
        .until(
            () ->
                Thread.getAllStackTraces().entrySet().stream()
                    .filter(thread -> thread.getKey().getName().equals("tailgate-reactor-1"))
                    .flatMap(thread -> Arrays.stream(thread.getValue()))
                    .anyMatch(
                        frame ->
                            frame.getClassName().equals(LineBuffer.class.getName())
                                && frame.getMethodName().equals("append")));
  }
}
