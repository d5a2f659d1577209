package tailgate.lab.hyperfoil;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.Failures;
import tailgate.lab.load.LatencyBreakdown;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.RequestMix;
import tailgate.lab.load.RequestSpec;
import tailgate.lab.load.Retries;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;
import tailgate.lab.load.Text;

/** The generator itself, with Hyperfoil, at a server that does what the test wants. */
@Tag("slow")
class ScheduledLoadTest {

  private final AtomicInteger requests = new AtomicInteger();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    server = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    answerWith(200);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void everyScheduledRequestIsSentAndAnsweredOnce() {
    LoadResult result = drive(open(true));

    assertThat(requests).hasValue(100);
    assertThat(result.health().sent()).isEqualTo(80);
    assertThat(result.segments().get(0).figures().count()).isEqualTo(20);
    assertThat(result.segments().get(1).figures().count()).isEqualTo(80);
    assertThat(result.failed(segment -> true)).isZero();
  }

  @Test
  void aNewConnectionForEachRequestWorksAsWell() {
    LoadResult result = drive(open(false));

    assertThat(requests).hasValue(100);
    assertThat(result.failed(segment -> true)).isZero();
  }

  @Test
  void everyRequestHasTheHeadersOfTheLoad() {
    Set<String> codings = ConcurrentHashMap.newKeySet();
    server.removeContext("/");
    server.createContext(
        "/",
        exchange -> {
          codings.add(String.valueOf(exchange.getRequestHeaders().get("Accept-Encoding")));
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });

    LoadResult result = drive(open(true).with(Map.of("Accept-Encoding", "br")));

    assertThat(codings).containsExactly("[br]");
    assertThat(result.failed(segment -> true)).isZero();
  }

  @Test
  void whatTheServerSaysOfItsTimesIsTakenApart() {
    LatencyBreakdown all =
        breakdownOf("cache;desc=hit, queue;dur=0.25, service;desc=it;dur=0.5, arrived;desc=7.5");

    assertThat(all.requests()).isEqualTo(80);
    assertThat(all.queue()).isEqualTo(80 * 250);
    assertThat(all.service()).isEqualTo(80 * 500);
    assertThat(all.back()).isPositive();
    assertThat(all.arriving()).isZero(); // by another clock
  }

  @Test
  void aServerOnTheSameMachineSaysWhenItHadReadTheRequest() {
    LatencyBreakdown all = breakdownOf("queue;dur=0, service;dur=0, arrived;desc=%.3f");

    assertThat(all.arriving()).isBetween(80 * 15_000L, all.total());
  }

  /** Answers after 20 ms; the field may have a place for the time at which it is written. */
  private LatencyBreakdown breakdownOf(String serverTiming) {
    server.removeContext("/");
    server.createContext(
        "/",
        exchange -> {
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
          String field = Text.format(serverTiming, System.nanoTime() / 1e6);
          exchange.getResponseHeaders().add("Server-Timing", field);
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    return Objects.requireNonNull(drive(open(true)).breakdown(segment -> true, 0)).bands().stream()
        .reduce(LatencyBreakdown.NONE, LatencyBreakdown::and);
  }

  @Test
  void aServerThatSaysNothingOfItsTimesIsNotTakenApart() {
    assertThat(drive(open(true)).breakdown(segment -> true, 0)).isNull();
  }

  /** Tomcat closes a connection in this way after 100 requests. */
  @Test
  void noRequestIsSentOnAConnectionThatTheServerHasSaidToClose() {
    server.removeContext("/");
    server.createContext(
        "/",
        exchange -> {
          if (requests.incrementAndGet() % 5 == 0) {
            exchange.getResponseHeaders().add("Connection", "close");
          }
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });

    LoadResult result = drive(closed());

    assertThat(result.failed(segment -> true)).isZero();
    assertThat(requests).hasValueGreaterThan(20);
  }

  @Test
  void aLoadThatSaysWhatItSendsTakesEachSuccess() {
    Set<String> seen = ConcurrentHashMap.newKeySet();
    server.removeContext("/");
    server.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          seen.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body);
          exchange.sendResponseHeaders(201, -1);
          exchange.close();
        });
    ByteBuffer body = ByteBuffer.wrap("a".getBytes(StandardCharsets.UTF_8));
    RequestSpec post = new RequestSpec("POST", "/orders", List.of(), body, 1);

    LoadResult result = drive(open(true).sending(RequestMix.of(post)));

    assertThat(seen).containsExactly("POST /orders a");
    assertThat(result.failed(segment -> true)).isZero();
  }

  @Test
  void anotherStatusIsAFailureAndInNoPercentile() {
    server.removeContext("/");
    answerWith(503);

    LoadResult result = drive(open(true));

    assertThat(result.failed(segment -> true)).isEqualTo(80);
    assertThat(result.segments().get(1).figures().count()).isZero();
    assertThat(result.segments().get(1).failures()).isEqualTo(new Failures(Map.of("503", 80L)));
  }

  @Test
  void anAnswerThatIsBrokenOffIsAClosedConnection() {
    server.removeContext("/");
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, 9); // of which none come
          exchange.close();
        });

    LoadResult result = drive(open(true));

    assertThat(result.segments().get(1).failures())
        .isEqualTo(new Failures(Map.of(Failures.CLOSED, 80L)));
  }

  @Test
  void aRequestWithoutAConnectionHasFailed() {
    server.stop(0);

    LoadResult result = drive(open(false));

    assertThat(result.segments().get(1).failures())
        .isEqualTo(new Failures(Map.of(Failures.NO_CONNECTION, 80L)));
  }

  @Test
  void anAnswerThatIsLateIsNone() {
    server.removeContext("/");
    server.createContext("/", exchange -> requests.incrementAndGet()); // and no more

    LoadResult result =
        drive(
            new LoadSpec(
                "/",
                true,
                16,
                Model.OPEN,
                List.of(new Segment(Kind.SPIKE, 1, 100, 100)),
                200,
                LoadSpec.ALL_CORES));

    assertThat(result.segments().get(0).failures())
        .isEqualTo(new Failures(Map.of(Failures.NO_ANSWER, 10L)));
  }

  @Test
  void clientsThatAskAgainAreOneFailureAndThreeRequests() {
    server.removeContext("/");
    answerWith(503);

    LoadSpec once = open(true);
    LoadResult result =
        drive(
            new LoadSpec(
                once.path(),
                true,
                once.users(),
                Model.OPEN,
                once.segments(),
                once.timeoutMillis(),
                once.threads(),
                once.arrivals(),
                new Retries(2, 0, 1),
                Map.of(),
                null));

    assertThat(requests).hasValue(300);
    assertThat(result.failed(segment -> true)).isEqualTo(80);
    assertThat(result.health().sent()).isEqualTo(80);
  }

  @Test
  void anotherStatusLeavesTheConnectionOpen() {
    Set<InetSocketAddress> clients = ConcurrentHashMap.newKeySet();
    server.removeContext("/");
    server.createContext(
        "/",
        exchange -> {
          clients.add(exchange.getRemoteAddress());
          exchange.sendResponseHeaders(503, -1);
          exchange.close();
        });

    drive(open(true));

    assertThat(clients).hasSizeLessThanOrEqualTo(16); // one for each user
  }

  @Test
  void whoWaitsForAUserWaitsInItsLatency() {
    server.removeContext("/");
    server.createContext(
        "/",
        exchange -> {
          serve(25);
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });

    // Two users can be served 80 times a second, and 200 arrive.
    LoadResult result =
        drive(
            new LoadSpec(
                "/", true, 2, Model.OPEN, open(true).segments(), 10_000, LoadSpec.ALL_CORES));

    assertThat(result.segments().get(1).figures().count()).isEqualTo(80);
    assertThat(result.segments().get(1).figures().p50()).isGreaterThan(200_000);
    assertThat(result.health().blocked()).isPositive();
    assertThat(result.health().fellBehind()).isTrue();
  }

  @Test
  void aClosedLoadAsksUntilItsTimeIsOver() {
    LoadResult result = drive(closed());
    while (result.health().delivered() == 0) { // a busy machine may send all of them late
      result = drive(closed());
    }

    assertThat(result.segments().get(0).figures().count()).isBetween(1L, (long) requests.get());
    assertThat(result.failed(segment -> true)).isZero();
  }

  @Test
  void aServerThatAnswersNobodyIsNotTakenForABadGenerator() {
    server.removeContext("/");
    server.createContext("/", exchange -> requests.incrementAndGet()); // and no more

    LoadResult result = drive(closed());

    assertThat(requests).hasValue(4); // users, who all still wait
    assertThat(result.segments().get(0).figures().count()).isZero();
    assertThat(result.failed(segment -> true)).isZero();
    assertThat(result.segments().get(0).figures().unanswered()).isEqualTo(4);
    assertThat(result.segments().get(0).figures().isExact(50)).isFalse();
    assertThat(result.health().usersAccounted()).isGreaterThan(0.9);
  }

  @Test
  void inEachSegmentOfAClosedLoadAsManyUsersAskAsItNames() {
    server.removeContext("/");
    server.createContext("/", exchange -> requests.incrementAndGet()); // and no more
    List<Segment> segments =
        List.of(new Segment(Kind.QUIET, 1, 0, 100, 1), new Segment(Kind.SPIKE, 1, 0, 200, 3));

    LoadResult result = drive(closed(segments));

    assertThat(requests).hasValue(3);
    assertThat(result.segments().stream().map(segment -> segment.figures().unanswered()))
        .containsExactly(1L, 2L);
    assertThat(result.health().usersAccounted()).isGreaterThan(0.9);
  }

  @Test
  void anAnswerThatComesSoonAfterTheEndHasALatencyButIsNotInTheThroughput() {
    server.removeContext("/");
    server.createContext(
        "/",
        exchange -> {
          serve(500);
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });

    LoadResult result = drive(closed()); // for 300 ms

    LoadResult.SegmentResult segment = result.segments().get(0);
    assertThat(segment.figures().count()).isEqualTo(4);
    assertThat(segment.figures().p50()).isGreaterThan(499_000);
    assertThat(segment.figures().unanswered()).isZero();
    assertThat(segment.answeredInTime()).isZero();
  }

  @Test
  void aCountedLoadSendsExactlyAsManyRequestsFromAllItsThreads() {
    LoadResult result = drive(counted(Duration.ofSeconds(30)));

    assertThat(requests).hasValue(500);
    assertThat(result.segments().get(0).figures().count()).isEqualTo(200);
    assertThat(result.segments().get(1).figures().count()).isEqualTo(300);
    assertThat(result.segments().get(1).fromNanos()).isPositive();
    assertThat(result.segments().get(1).toNanos())
        .isBetween(result.segments().get(1).fromNanos(), Duration.ofSeconds(60).toNanos());
    assertThat(result.health().sent()).isEqualTo(300);
  }

  @Test
  void aCountedLoadThatIsNotAnsweredInTimeIsNotAllThere() {
    server.removeContext("/");
    server.createContext("/", exchange -> requests.incrementAndGet()); // and no more

    LoadResult result = drive(counted(Duration.ofMillis(150)));

    assertThat(requests).hasValue(10); // users, who all still wait
    assertThat(result.segments().get(1).figures().unanswered()).isEqualTo(10);
    assertThat(result.health().isTrustworthy()).isFalse();
  }

  private static LoadSpec counted(Duration atMost) {
    return new LoadSpec(
        "/",
        true,
        10,
        Model.COUNTED,
        List.of(
            Segment.counted(Kind.WARM_UP, 200, atMost), Segment.counted(Kind.STEADY, 300, atMost)),
        60_000,
        4);
  }

  private static LoadSpec closed() {
    return closed(List.of(new Segment(Kind.STEADY, 1, 0, 300)));
  }

  private static LoadSpec closed(List<Segment> segments) {
    return new LoadSpec("/", true, 4, Model.CLOSED, segments, 60_000, LoadSpec.ALL_CORES);
  }

  private static LoadSpec open(boolean keepAlive) {
    return new LoadSpec(
        "/",
        keepAlive,
        16,
        Model.OPEN,
        List.of(new Segment(Kind.WARM_UP, 1, 100, 200), new Segment(Kind.SPIKE, 1, 200, 400)),
        10_000,
        LoadSpec.ALL_CORES);
  }

  private LoadResult drive(LoadSpec spec) {
    return new ScheduledLoad(
            spec,
            "127.0.0.1",
            server.getAddress().getPort(),
            ServerStops.UNKNOWN,
            Duration.ofMillis(700))
        .run(() -> {}, 0)
        .result();
  }

  private void answerWith(int status) {
    server.createContext(
        "/",
        exchange -> {
          requests.incrementAndGet();
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
  }

  private static void serve(long millis) {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
