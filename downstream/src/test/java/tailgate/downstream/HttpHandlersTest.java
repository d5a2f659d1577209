package tailgate.downstream;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tailgate.downstream.BackEndSettings.Bounding;
import tailgate.http.Response;
import tailgate.http.Status;

/** Both clients of HTTP, at a back end that does what a test wants. */
@Timeout(300)
class HttpHandlersTest {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Duration SHORT = Duration.ofMillis(50);

  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicInteger asked = new AtomicInteger();
  private final CountDownLatch inCall = new CountDownLatch(1);
  private final CountDownLatch mayAnswer = new CountDownLatch(1);
  private HttpServer backEnd;

  /** One call of a handler. */
  @FunctionalInterface
  interface Client {
    Response answer() throws InterruptedException;
  }

  record Kind(String name, Function<BackEndSettings, Client> client) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Kind> kinds() {
    return Stream.of(
        new Kind("java.net.http", settings -> new JavaNetHttp(settings)::answer),
        new Kind("HttpURLConnection", settings -> new UrlConnection(settings)::answer));
  }

  @BeforeEach
  void start() throws IOException {
    backEnd = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    backEnd.setExecutor(threads);
    on("/row", 200, () -> {});
    on("/broken", 500, () -> {});
    on("/slow", 200, mayAnswer::await);
    backEnd.start();
  }

  @AfterEach
  void stop() {
    mayAnswer.countDown();
    backEnd.stop(0);
    threads.shutdownNow();
  }

  /** What happens before an answer. */
  @FunctionalInterface
  private interface Before {
    void run() throws InterruptedException;
  }

  private void on(String path, int status, Before before) {
    backEnd.createContext(
        path,
        exchange -> {
          asked.incrementAndGet();
          inCall.countDown();
          try {
            before.run();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          byte[] body = "a row".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
  }

  private BackEndSettings settings(String path, Duration patience, Duration timeout) {
    String url =
        String.format(Locale.ROOT, "http://127.0.0.1:%d%s", backEnd.getAddress().getPort(), path);
    return new BackEndSettings(url, Bounding.PARK, 1, patience, timeout, Duration.ZERO);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void theAnswerOfTheBackEndIsTheAnswer(Kind kind) throws Exception {
    Client client = kind.client.apply(settings("/row", LONG, LONG));

    Response response = client.answer();

    assertThat(response.status()).isEqualTo(Status.OK);
    assertThat(response.body().length()).isEqualTo("a row".length());
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aBackEndThatFailsIsARefusal(Kind kind) throws Exception {
    Client client = kind.client.apply(settings("/broken", LONG, LONG));

    assertThat(client.answer().status()).isEqualTo(Status.SERVICE_UNAVAILABLE);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aBackEndThatIsTooSlowIsARefusal(Kind kind) throws Exception {
    Client client = kind.client.apply(settings("/slow", LONG, SHORT));

    assertThat(client.answer().status()).isEqualTo(Status.SERVICE_UNAVAILABLE);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void whoGetsNoSlotInTimeDoesNotAskTheBackEnd(Kind kind) throws Exception {
    Client client = kind.client.apply(settings("/slow", SHORT, LONG));
    var first = threads.submit(client::answer);
    inCall.await();

    Response second = client.answer();
    mayAnswer.countDown();

    assertThat(second.status()).isEqualTo(Status.SERVICE_UNAVAILABLE);
    assertThat(first.get().status()).isEqualTo(Status.OK);
    assertThat(asked).hasValue(1);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aCallThatHasFailedGivesItsSlotBack(Kind kind) throws Exception {
    Client client = kind.client.apply(settings("/broken", SHORT, LONG));

    client.answer();
    client.answer();

    assertThat(asked).hasValue(2);
  }
}
