package tailgate.eventloop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.content.TestSite;
import tailgate.metrics.RequestMetrics;
import tailgate.server.TestServer;
import tailgate.server.observe.Observation;
import tailgate.server.stage.DirectExecutor;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.Stage;
import tailgate.trace.AccessLog;
import tailgate.trace.JfrObserver;
import tailgate.trace.LogFormat;

/** A hit of a small file makes no garbage from the selector to the socket, measured or not. */
@Tag("slow")
final class GarbageTest {

  private static final int ROUNDS = 5_000;

  /** The compiler takes its time on a busy machine, and what it has not compiled may allocate. */
  private static final int MOST_ATTEMPTS = 40;

  private final RequestMetrics metrics = new RequestMetrics(System::nanoTime);

  @TempDir Path root;

  @Test
  void aMeasuredRequestAllocatesNothing() throws Exception {
    assertThat(allocated(Observation.of(System::nanoTime, metrics)))
        .as("bytes in %d rounds", ROUNDS)
        .isLessThan(ROUNDS);
    assertThat(metrics.ended().total()).isPositive();
  }

  @Test
  void aRequestThatNobodyMeasuresAllocatesNothing() throws Exception {
    assertThat(allocated(Observation.NONE)).as("bytes in %d rounds", ROUNDS).isLessThan(ROUNDS);
  }

  @Test
  void aRequestThatIsLoggedAllocatesNothing() throws Exception {
    Path file = root.resolve("access.log");
    try (AccessLog log = AccessLog.open(file.toString(), LogFormat.COMBINED)) {
      assertThat(allocated(Observation.NONE.and(log)))
          .as("bytes in %d rounds", ROUNDS)
          .isLessThan(ROUNDS);
      assertThat(log.linesLost()).isZero();
    }
    assertThat(file).isNotEmptyFile();
  }

  @Test
  void aRequestThatCouldBeRecordedAndIsToldItsTimesAllocatesNothing() throws Exception {
    Observation observation =
        Observation.NONE.timed().and(JfrObserver.observers()).withServerTiming();
    assertThat(allocated(observation)).as("bytes in %d rounds", ROUNDS).isLessThan(ROUNDS);
  }

  /** Bytes for so many rounds in the steady state. */
  private long allocated(Observation observation) throws Exception {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    assumeThat(threads.isThreadAllocatedMemoryEnabled()).isTrue();
    Files.writeString(root.resolve("a.txt"), "a".repeat(1024));
    var stage = new Stage("test", Dispatch.REQUEST, true, 1, "", new DirectExecutor());
    try (TestServer server =
            TestServer.start(stage, TestServer.config(), TestSite.files(root), observation);
        SocketChannel client = SocketChannel.open(server.server().address())) {
      long reactor = reactor().threadId();
      long least = Long.MAX_VALUE;
      for (int i = 0; i < MOST_ATTEMPTS && least >= ROUNDS; i++) {
        long before = threads.getThreadAllocatedBytes(reactor);
        ask(client, ROUNDS);
        least = Math.min(least, threads.getThreadAllocatedBytes(reactor) - before);
      }
      return least;
    }
  }

  private static Thread reactor() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("tailgate-reactor-1"))
        .findAny()
        .orElseThrow();
  }

  private static void ask(SocketChannel client, int times) throws Exception {
    ByteBuffer request =
        ByteBuffer.wrap(
            "GET /a.txt HTTP/1.1\r\nHost: test\r\nUser-Agent: x\r\nReferer: y\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII));
    ByteBuffer response = ByteBuffer.allocate(4096);
    for (int i = 0; i < times; i++) {
      client.write(request.rewind());
      client.read(response.clear()); // head and content come in one write
    }
  }
}
