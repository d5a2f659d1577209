package tailgate.server.observe;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a response tells of a request whose thread waited for a processor. */
final class RunQueueWaitTest {

  private static final long MILLI = 1_000_000;

  @TempDir Path folder;
  private Path schedstat;
  private SocketChannel channel;

  private final AtomicLong now = new AtomicLong(1_000 * MILLI);

  private final Observation observation =
      new Observation(now::get, null, unused -> RequestObserver.NONE, true);

  @BeforeEach
  void begin() throws IOException {
    channel = SocketChannel.open();
    schedstat = folder.resolve("schedstat");
    kernelSays("100 2000000 3\n");
    RunQueueWait.ofThread(new RunQueueWait(schedstat.toString()));
  }

  @AfterEach
  void end() throws IOException {
    channel.close();
  }

  @Test
  void aRequestKnowsItFromTheThirdSlowOneOfItsThreadOn() throws Exception {
    assertThat(served(10 * MILLI, "100 2000000 3\n")).isEmpty();
    assertThat(served(10 * MILLI, "100 2500000 3\n")).isEmpty();

    assertThat(served(10 * MILLI, "100 7500000 4\n")).contains("5.000");
  }

  @Test
  void aFastRequestHasNone() throws Exception {
    afterTwoSlowOnes();

    assertThat(served(MILLI - 1, "200 2900000 4\n")).isEmpty();
  }

  @Test
  void whatIsCountedIsTheLeastThatTheThreadMayHaveWaited() throws Exception {
    afterTwoSlowOnes();
    now.addAndGet(200_000); // too soon to ask again
    kernelSays("200 2600000 4\n");

    assertThat(served(10 * MILLI, "300 3500000 5\n")).contains("0.800");
  }

  @Test
  void aRequestThatItsThreadHasLeftForAnotherHasNone() throws Exception {
    afterTwoSlowOnes();
    RequestTiming first = begun();
    RequestTiming second = begun();
    now.addAndGet(10 * MILLI);
    kernelSays("300 9500000 5\n");

    assertThat(told(first)).isEmpty();
    assertThat(told(second)).contains("7.000");
  }

  @Test
  void aRequestThatAnotherThreadAnswersHasNone() throws Exception {
    afterTwoSlowOnes();
    RequestTiming moved = begun();
    now.addAndGet(10 * MILLI);

    CompletableFuture<Optional<String>> elsewhere =
        CompletableFuture.supplyAsync(() -> told(moved));

    assertThat(elsewhere.get()).isEmpty();
  }

  @Test
  void aRequestOfAVirtualThreadHasNone() throws Exception {
    CompletableFuture<Optional<String>> told = new CompletableFuture<>();
    Thread.startVirtualThread(
        () -> {
          RequestTiming request = begun();
          now.addAndGet(10 * MILLI);
          told.complete(told(request));
        });

    assertThat(told.get()).isEmpty();
  }

  @Test
  void anotherSystemSaysNothing() throws Exception {
    Files.delete(schedstat);
    RunQueueWait.ofThread(new RunQueueWait(schedstat.toString()));
    for (int i = 0; i < 3; i++) {
      RequestTiming request = begun();
      now.addAndGet(10 * MILLI);
      assertThat(told(request)).isEmpty();
    }
  }

  @Test
  void whatIsNoNumberSaysNothing() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThat(served(10 * MILLI, "none\n")).isEmpty();
    }
  }

  private void afterTwoSlowOnes() throws IOException {
    served(10 * MILLI, "100 2000000 3\n");
    served(10 * MILLI, "100 2500000 3\n");
  }

  /** Serves a request at whose end the kernel says that; returns what the response tells of it. */
  private Optional<String> served(long nanos, String line) throws IOException {
    RequestTiming request = begun();
    now.addAndGet(nanos);
    kernelSays(line);
    return told(request);
  }

  private RequestTiming begun() {
    RequestTiming request = new RequestTiming(channel, observation);
    request.dispatched(now.get());
    request.taken();
    request.begin();
    return request;
  }

  private static Optional<String> told(RequestTiming request) {
    ByteBuffer out = ByteBuffer.allocate(ServerTiming.MAX_LENGTH);
    request.putServerTiming(out);
    request.sent(0, true);
    Matcher told = Pattern.compile("run-queue;dur=([0-9.]+)").matcher(US_ASCII.decode(out.flip()));
    return told.find() ? Optional.of(told.group(1)) : Optional.empty();
  }

  private void kernelSays(String line) throws IOException {
    Files.writeString(schedstat, line);
  }
}
