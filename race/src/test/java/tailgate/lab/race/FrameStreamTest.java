package tailgate.lab.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pages that go away, come back, or do not read. The test makes the frames and the time. */
class FrameStreamTest {

  /** So many of this size are more than the kernel keeps for a page. */
  private static final int FRAMES = 24;

  private static final String LARGE = "x".repeat(1 << 20);

  /** Nanoseconds; it stands still unless a test says so. */
  private final AtomicLong now = new AtomicLong();

  private final Control control = new Control(RaceSettings.USUAL, now::get);
  private final Broadcast broadcast = new Broadcast();
  private final FrameStream stream = new FrameStream(broadcast, control, now::get);
  private final List<Page> pages = new ArrayList<>();
  private RaceServer server;

  /** A client that takes what the test wants it to take. */
  private record Page(Socket socket, BufferedReader in) implements AutoCloseable {

    String status() throws IOException {
      return in.readLine();
    }

    /** The data of the next event of this name. */
    String next(String event) throws IOException {
      String line = in.readLine();
      while (!line.equals("event: " + event)) {
        line = in.readLine();
      }
      return in.readLine().substring("data: ".length());
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  @BeforeEach
  void start() throws IOException {
    server = new RaceServer(0, new Api(control, () -> broadcast.now().state()), stream);
    broadcast.state("{\"phase\":\"running\"}");
  }

  @AfterEach
  void stop() throws IOException {
    broadcast.close();
    server.close();
    for (Page page : pages) {
      page.close();
    }
  }

  @Test
  void aPageThatGoesAwayLeavesItsPlace() throws IOException {
    for (int i = 0; i < FrameStream.MOST_PAGES; i++) {
      assertThat(open().status()).endsWith("200 OK");
    }
    assertThat(open().status()).startsWith("HTTP/1.1 503 ");

    for (Page page : pages) {
      page.close();
    }

    awaitNoPage();
    assertThat(open().status()).endsWith("200 OK");
  }

  @Test
  void theLoadPausesWhenTheLastPageHasGoneAndGoesOnForOneThatComesBack() throws IOException {
    Page page = open();
    page.next("state");
    page.close();
    awaitNoPage();
    now.addAndGet(TimeUnit.SECONDS.toNanos(61));
    assertThat(control.isPaused()).isTrue();

    broadcast.state("{\"phase\":\"calibrating\"}"); // while nobody was there
    Page again = open();

    assertThat(again.next("state")).isEqualTo("{\"phase\":\"calibrating\"}");
    await().until(() -> !control.isPaused());
  }

  @Test
  void aPageThatDoesNotReadHoldsUpNobodyAndIsDropped() throws IOException {
    open().next("state"); // and it reads no more
    Page other = open();
    other.next("state");
    for (int i = 0; i < FRAMES; i++) {
      exchange(other, i + LARGE);
    }

    stream.dropStuck();
    assertThat(stream.pages()).as("it has some seconds").isEqualTo(2);
    now.addAndGet(TimeUnit.SECONDS.toNanos(6));
    exchange(other, "the time has gone on for it too");
    stream.dropStuck();

    await().until(() -> stream.pages() == 1);
    exchange(other, "and it goes on");
  }

  /** It is noticed when something is sent. */
  private void awaitNoPage() {
    await()
        .until(
            () -> {
              broadcast.frame("{}");
              return stream.pages() == 0;
            });
  }

  private void exchange(Page page, String frame) throws IOException {
    broadcast.frame(frame);
    assertThat(page.next("frame")).isEqualTo(frame);
  }

  private Page open() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.address().getPort());
    socket
        .getOutputStream()
        .write(
            "GET /api/frames HTTP/1.0\r\nHost: localhost\r\n\r\n" // so without chunks
                .getBytes(StandardCharsets.US_ASCII));
    Page page =
        new Page(
            socket,
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII)));
    pages.add(page);
    return page;
  }
}
