package tailgate.supervisor;

import static java.net.StandardProtocolFamily.UNIX;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tailgate.admin.ProcessFigures;

/** Both ends of the link, in one process. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no inherited channel")
final class SupervisorLinkTest {

  private final BlockingQueue<String> heard = new LinkedBlockingQueue<>();
  private final BlockingQueue<ProcessLink> links = new LinkedBlockingQueue<>();

  private ProcessSocket socket;
  private SupervisorLink process;
  private FakeServer server;

  @BeforeEach
  void open() throws Exception {
    server = new FakeServer();
    socket = ProcessSocket.open();
    socket.start(
        new ProcessLink.Listener() {
          @Override
          public void figures(ProcessLink from, byte[] figures) {
            heard.add("figures " + new String(figures, UTF_8));
          }

          @Override
          public void ready(int process, long pid, ProcessLink from, String banner) {
            heard.add("ready " + process + " " + pid + " " + banner);
            links.add(from);
          }

          @Override
          public void cannotStart(int process, long pid, String reason) {
            heard.add("failed " + process + " " + pid + " " + reason);
          }

          @Override
          public void closing(ProcessLink from) {
            heard.add("closing");
          }

          @Override
          public void left(ProcessLink from) {
            heard.add("left");
          }
        });
    process = connect();
  }

  private SupervisorLink connect() throws IOException {
    return Objects.requireNonNull(SupervisorLink.connect(environment()));
  }

  private Map<String, String> environment() {
    return environment(socket.path());
  }

  private static Map<String, String> environment(Path path) {
    return Map.of("TAILGATE_SUPERVISOR", path.toString(), "TAILGATE_PROCESS", "7");
  }

  @AfterEach
  void close() {
    server.answering.countDown();
    process.close();
    socket.close();
  }

  @Test
  void aProcessThatNobodySupervisesHasNoLink() throws IOException {
    assertThat(SupervisorLink.connect(Map.of())).isNull();
  }

  @Test
  void noOtherUserCanConnect() throws IOException {
    Path folder = Objects.requireNonNull(socket.path().getParent());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
  }

  @Test
  void aProcessSaysThatItIsReadyAndThenItsFigures() throws Exception {
    process.ready("Tailgate at\n  here\n", server);
    assertThat(next())
        .isEqualTo("ready 7 " + ProcessHandle.current().pid() + " Tailgate at\n  here\n");
    assertThat(next()).isEqualTo("figures false");
  }

  @Test
  void aProcessThatCannotStartSaysWhy() throws Exception {
    SupervisorLink.tellFailure(environment(), "no port");
    assertThat(next()).isEqualTo("failed 7 " + ProcessHandle.current().pid() + " no port");
  }

  @Test
  void aProcessAnswersQuestions() throws Exception {
    ProcessLink link = ready();
    assertThat(link.askFigures(true).get()).asString().isEqualTo("true");
    assertThat(link.askFigures(false).get()).asString().isEqualTo("false");
    assertThat(link.askThreads().get()).isEqualTo("main\n");
  }

  @Test
  void questionsThatAreOpenAreNotAskedAgain() throws Exception {
    ProcessLink link = ready();
    server.hang();
    var first = link.askFigures(true);
    assertThat(link.askFigures(false)).isSameAs(first);
    server.answering.countDown();
    assertThat(first.get()).asString().isEqualTo("true");
  }

  @Test
  void aProcessIsToldToLeave() throws Exception {
    ready().leave();
    assertThat(server.events.take()).isEqualTo("leave");
  }

  @Test
  void aProcessLearnsThatItsSupervisorHasDiedAndCleansUp() throws Exception {
    Path left = Files.createTempDirectory("tailgate-").resolve("socket");
    var address = UnixDomainSocketAddress.of(left);
    ServerSocketChannel killed = ServerSocketChannel.open(UNIX).bind(address);
    try (var orphan = Objects.requireNonNull(SupervisorLink.connect(environment(left)))) {
      SocketChannel link = killed.accept();
      killed.close(); // the kernel does not remove the file
      orphan.ready("", server);
      link.close();
      assertThat(server.events.take()).isEqualTo("lost");
    }
    assertThat(left).doesNotExist();
    assertThat(left.getParent()).doesNotExist();
  }

  @Test
  void aProcessWhoseLinkFailsEndsAndLeavesTheSocketToItsReplacement() throws Exception {
    server.fail();
    process.ready("", server);
    assertThat(next()).startsWith("ready ");
    assertThat(server.events.take()).isEqualTo("lost");
    try (SupervisorLink replacement = connect()) {
      replacement.ready("replacement", new FakeServer());
      assertThat(next()).endsWith(" replacement");
    }
  }

  @Test
  void theLastFiguresAreHeardAndTheEndIsNoLoss() throws Exception {
    ProcessLink link = ready();
    process.end("last".getBytes(UTF_8));
    link.ended().get();
    assertThat(next()).isEqualTo("figures last");
    assertThat(link.latest()).asString().isEqualTo("last");
    assertThat(server.events).isEmpty();
    assertThatThrownBy(() -> link.askFigures(false).get()).hasMessageContaining("it has ended");
  }

  @Test
  void whoSpeaksAnotherLanguageIsDisconnected() throws Exception {
    try (var stranger = SocketChannel.open(UnixDomainSocketAddress.of(socket.path()))) {
      stranger.write(ByteBuffer.wrap("GET /".getBytes(UTF_8)));
      assertThat(stranger.read(ByteBuffer.allocate(1))).isEqualTo(-1);
    }
  }

  @Test
  void aProcessThatHangsDelaysOnePageOnly() throws Exception {
    LinkedProcesses linked = new LinkedProcesses(List::of, known());
    ProcessLink link = ready();
    linked.joined(0, link);
    server.hang();
    linked.refresh(false); // waits
    long before = System.nanoTime();
    for (int i = 0; i < 100; i++) {
      linked.refresh(false);
    }
    assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(20));
    assertThat(server.asked).hasValue(2); // the first figures, and one question
    server.answering.countDown();
    assertThat(link.askFigures(false).get()).asString(UTF_8).isEqualTo("false");
  }

  @Test
  void aProcessAsksBeforeItClosesThePortAndIsAnswered() throws Exception {
    ProcessLink link = ready();
    process.closing();
    assertThat(next()).isEqualTo("closing");
    link.closePort();
    assertThat(server.events.take()).isEqualTo("close");
  }

  @Test
  void aProcessSaysThatItHasLeftThePort() throws Exception {
    ready();
    process.left();
    assertThat(next()).isEqualTo("left");
  }

  // ---- both ends

  private static ProcessFigures known() throws IOException {
    var figures = new ProcessFigures(System::nanoTime);
    figures.answered(
        1,
        "{\"stats\": {\"connections\": {}, \"bytes\": {}, \"pool\": {}, \"stage\": {}, \"jvm\": {}}}"
            .getBytes(UTF_8));
    return figures;
  }

  /** The supervisor's end, when the process is ready and has sent its first figures. */
  private ProcessLink ready() throws Exception {
    process.ready("", server);
    next();
    next();
    return Objects.requireNonNull(links.take());
  }

  private @Nullable String next() throws InterruptedException {
    return heard.take();
  }

  private static final class FakeServer implements SupervisorLink.Server {

    final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    /** Volatile: replaced by the test. */
    volatile CountDownLatch answering = new CountDownLatch(0);

    final AtomicInteger asked = new AtomicInteger();

    /** Volatile: set by the test. */
    private volatile boolean failing;

    void fail() {
      failing = true;
    }

    void hang() {
      answering = new CountDownLatch(1);
    }

    @Override
    public byte[] figures(boolean pinned) throws IOException {
      asked.incrementAndGet();
      if (failing) {
        throw new OutOfMemoryError("as if");
      }
      try {
        answering.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      return Boolean.toString(pinned).getBytes(UTF_8);
    }

    @Override
    public String threads() {
      return "main\n";
    }

    @Override
    public void leave() {
      events.add("leave");
    }

    @Override
    public void close() {
      events.add("close");
    }

    @Override
    public void lost() {
      events.add("lost");
    }
  }
}
