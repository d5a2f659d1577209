package tailgate.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import tailgate.content.TestSite;
import tailgate.http.DeferredResponse;
import tailgate.http.Handler;
import tailgate.server.connection.Timeouts;
import tailgate.server.observe.ServerCounters;
import tailgate.server.stage.OverloadPolicy;
import tailgate.server.stage.Stage;

/** The stage under test, the files it serves, and what its contract is told with. */
public abstract class ContractFixture {

  static final int BIG = 8 << 20;

  /** Made once: for each test again, it would take a third of the tests' processor time. */
  private static final byte[] BYTES = randomBytes();

  /** So long that it is worth compressing. */
  static final String LONG_TEXT = "a long text\n".repeat(1000);

  @TempDir Path root;

  TestServer server;

  /** The stage with its defaults. */
  protected abstract Stage stage();

  @BeforeEach
  void serveFiles() throws IOException {
    Files.writeString(root.resolve("index.html"), "<p>hello");
    Files.writeString(root.resolve("a.txt"), "alpha");
    Files.writeString(root.resolve("b.txt"), "beta");
    Files.writeString(root.resolve("long.txt"), LONG_TEXT);
    Files.write(root.resolve("big.bin"), BYTES);
    server = start(TestServer.config(), TestSite.files(root));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** Whether a handler keeps the server from accepting. */
  protected boolean servesOnTheAcceptingThread() {
    return false;
  }

  /** Starts this stage with keep-alive. */
  protected final TestServer start(ServerConfig config, Handler handler) {
    return start(true, config, handler);
  }

  TestServer start(boolean keepAlive, ServerConfig config, Handler handler) {
    return TestServer.start(stage(keepAlive), config, handler);
  }

  Stage stage(boolean keepAlive) {
    Stage stage = stage();
    return TestServer.with(stage, stage.dispatch(), keepAlive);
  }

  /** The files, once the latch is open. */
  protected final Handler blockedBy(CountDownLatch latch) {
    Handler files = TestSite.files(root);
    return request -> {
      latch.await();
      return files.handle(request);
    };
  }

  /** The files, once the work is done; no thread of the stage need wait for it. */
  protected final Handler deferredBy(CompletableFuture<Void> work) {
    Handler files = TestSite.files(root);
    return request -> new DeferredResponse(work, files);
  }

  /** The server that is running with the usual configuration. */
  protected final TestServer server() {
    return server;
  }

  void restart(Timeouts timeouts) {
    server.close();
    server = start(TestServer.config(100, OverloadPolicy.BLOCK, timeouts), TestSite.files(root));
  }

  void assertTimedOutOnce(ServerCounters.Timeout cause) {
    ServerCounters counters = server.server().counters();
    assertThat(counters.timeouts(cause)).isEqualTo(1);
    assertThat(counters.timeouts()).isEqualTo(1);
  }

  static long cpuNanosOfItsThreads() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("tailgate-"))
        .mapToLong(thread -> Math.max(0, threads.getThreadCpuTime(thread.threadId())))
        .sum();
  }

  /** A new client is answered. */
  protected static void assertServes(TestServer server) throws IOException {
    try (RawClient client = server.connect()) {
      client.send(
          Wire.lines(
              """
              GET /a.txt HTTP/1.1
              Host: test
              Connection: close

              """));
      assertThat(client.read().text()).isEqualTo("alpha");
    }
  }

  CompletableFuture<Boolean> stopInBackground() {
    var result = new CompletableFuture<Boolean>();
    Executors.newVirtualThreadPerTaskExecutor().execute(() -> complete(result));
    return result;
  }

  void complete(CompletableFuture<Boolean> result) {
    try {
      result.complete(server.stop());
    } catch (InterruptedException e) {
      result.completeExceptionally(e);
    }
  }

  static byte[] almostARequest(byte[] noise) {
    byte[] head = "GET / HTTP/1.1\r\nHost: x\r\n".getBytes(StandardCharsets.US_ASCII);
    byte[] all = new byte[head.length + noise.length];
    System.arraycopy(head, 0, all, 0, head.length);
    System.arraycopy(noise, 0, all, head.length, noise.length);
    return all;
  }

  static void drain(RawClient client) throws IOException {
    while (client.readBytes(4096).length > 0) {
      // reads on
    }
  }

  static long descriptors() throws IOException {
    Path folder = Path.of("/proc/self/fd");
    if (!Files.isDirectory(folder)) {
      return 0; // not on this platform
    }
    try (var list = Files.list(folder)) {
      return list.count();
    }
  }

  static String latin1(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  /** Random, but the same bytes each time, at most {@link #BIG}. */
  static byte[] bytes(int count) {
    return Arrays.copyOf(BYTES, count);
  }

  private static byte[] randomBytes() {
    byte[] bytes = new byte[BIG];
    new Random(7).nextBytes(bytes);
    return bytes;
  }
}
