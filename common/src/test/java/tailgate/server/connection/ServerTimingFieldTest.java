package tailgate.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.server.FakeClock;
import tailgate.server.StubChannel;
import tailgate.server.observe.Observation;
import tailgate.server.observe.RequestObserver;

final class ServerTimingFieldTest {

  private static final String FIELD = "Server-Timing: ";

  private final FakeClock clock = new FakeClock();
  private final TestContext test =
      new TestContext(
          this::handle, new Observation(clock, channel -> RequestObserver.NONE).withServerTiming());

  /** Takes 10 ms. */
  private Response handle(Request request) {
    clock.pass(Duration.ofMillis(10));
    return Response.status(Status.OK).text("x".repeat(10_000));
  }

  @AfterEach
  void close() {
    test.close();
  }

  @Test
  void eachResponseTellsOfItsOwnRequest() throws Exception {
    String sent = withoutArrival(answers(get("GET") + get("GET")));
    assertThat(sent.lines().filter(line -> line.startsWith(FIELD)))
        .containsExactly(
            FIELD + "queue;dur=5.000, service;dur=10.000",
            FIELD + "queue;dur=15.000, service;dur=10.000");
  }

  @Test
  void theHeadOfAHeadIsThatOfItsGet() throws Exception {
    String get = withoutArrival(answers(get("GET")));
    assertThat(withoutArrival(answers(get("HEAD"))))
        .isEqualTo(get.substring(0, get.indexOf("\r\n\r\n") + 4));
  }

  @Test
  void errorsTellItToo() throws Exception {
    assertThat(withoutArrival(answers("GET /\r\n\r\n")))
        .startsWith("HTTP/1.1 400 ")
        .contains("\r\n" + FIELD + "queue;dur=5.000, service;dur=0.000\r\n");
  }

  @Test
  void itTellsWhenTheRequestWasRead() throws Exception {
    long now = clock.getAsLong();

    assertThat(answers(get("GET")))
        .contains(
            String.format(
                Locale.ROOT, ", arrived;desc=%d.%03d", now / 1_000_000, now / 1_000 % 1_000));
  }

  private static String withoutArrival(String answers) {
    return answers.replaceAll(", arrived;desc=\\d+\\.\\d{3}(, run-queue;dur=[.\\d]+)?\r", "\r");
  }

  @Test
  void nothingIsToldUnlessItIsAskedFor() throws Exception {
    try (var silent = new TestContext(this::handle)) {
      StubChannel channel = new StubChannel(false).arrives(get("GET"));
      Connection connection = silent.connect(channel);
      connection.receive();
      connection.proceed();
      assertThat(channel.sent()).startsWith("HTTP/1.1 200 ").doesNotContain(FIELD);
    }
  }

  /** What is sent where a worker takes 5 ms to come. */
  private String answers(String requests) throws Exception {
    StubChannel channel = new StubChannel(false).arrives(requests);
    Connection connection = test.connect(channel);
    connection.receive();
    connection.dispatched(clock.getAsLong());
    clock.pass(Duration.ofMillis(5));
    while (connection.proceed() == Interest.WRITE) {
      // its turn comes again
    }
    return channel.sent();
  }

  private static String get(String method) {
    return method + " / HTTP/1.1\r\nHost: test\r\n\r\n";
  }
}
