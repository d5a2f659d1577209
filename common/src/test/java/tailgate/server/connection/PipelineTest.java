package tailgate.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.queue.Lateness;
import tailgate.server.StubChannel;
import tailgate.server.Wire;
import tailgate.server.observe.ServerCounters.ServerEvent;
import tailgate.server.observe.ServerCounters.Timeout;

/** Requests that a client sends without waiting for the responses. */
final class PipelineTest {

  private static final Response SMALL = Response.status(Status.OK).text("small");

  private final TestContext prompt = new TestContext(TestContext.prompt(request -> SMALL));

  /** Its handler may take long. */
  private final TestContext slow = new TestContext(request -> SMALL);

  @AfterEach
  void close() {
    prompt.close();
    slow.close();
  }

  @Test
  void sendsResponsesTogetherIfTheHandlerIsPrompt() throws Exception {
    StubChannel channel = new StubChannel(false).arrives(Wire.get("/").repeat(3));
    Connection connection = received(prompt, channel);
    connection.proceed();
    assertThat(responses(channel)).isEqualTo(3);
    assertThat(channel.writes).isEqualTo(1);
  }

  @Test
  void sendsAResponseBeforeTheNextRequestIsHandledIfThatMayTakeLong() throws Exception {
    StubChannel channel = new StubChannel(true).arrives(Wire.get("/").repeat(3));
    channel.ended = true;
    List<Integer> sentBefore = new ArrayList<>();
    try (var noting =
        new TestContext(
            request -> {
              sentBefore.add(responses(channel));
              return SMALL;
            })) {
      noting.connect(channel).proceed();
    }
    assertThat(sentBefore).containsExactly(0, 1, 2);
  }

  @Test
  void letsOthersBeServedBeforeEachPipelinedRequestIfThatMayTakeLong() throws Exception {
    StubChannel channel = new StubChannel(false).arrives(Wire.get("/").repeat(3));
    Connection connection = received(slow, channel);
    assertThat(connection.proceed()).isEqualTo(Interest.WRITE);
    assertThat(responses(channel)).isEqualTo(1);
    connection.writable();
    assertThat(connection.proceed()).isEqualTo(Interest.WRITE);
    connection.writable();
    assertThat(connection.proceed()).isEqualTo(Interest.READ);
    assertThat(responses(channel)).isEqualTo(3);
  }

  @Test
  void waitsForTheClientAlsoIfItsRequestHasFilledTheBuffer() throws Exception {
    StubChannel channel = new StubChannel(false).arrives(Wire.get("/" + "x".repeat(482)));
    assertThat(Wire.get("/" + "x".repeat(482))).hasSize(512);
    Connection connection = received(slow, channel);
    assertThat(connection.proceed()).isEqualTo(Interest.READ);
    assertThat(connection.awaitsRoom()).isFalse();
    assertThat(channel.sent()).endsWith("small");
  }

  @Test
  void refusesAPipelinedRequestThatGetsNoTurn() throws Exception {
    StubChannel channel = new StubChannel(false).arrives(Wire.get("/").repeat(2));
    Connection connection = received(slow, channel);
    connection.proceed();
    connection.writable();
    assertThat(connection.refuse(Lateness.CODEL)).isTrue();
    assertThat(channel.sent().split("HTTP/1.1 ", -1))
        .satisfiesExactly(
            nothing -> assertThat(nothing).isEmpty(),
            first -> assertThat(first).startsWith("200 "),
            second -> assertThat(second).startsWith("503 "));
  }

  @Test
  void resetsAClientThatPipelinesAndTakesNoResponses() throws Exception {
    StubChannel channel = new StubChannel(false).arrives(Wire.get("/").repeat(2));
    Connection connection = received(slow, channel);
    assertThat(connection.proceed()).isEqualTo(Interest.WRITE);
    assertThat(connection.awaitsRoom()).isTrue();
    slow.pass(TestContext.TIMEOUTS.write().plus(DeadlineClock.PERIOD));
    assertThat(channel.isOpen()).isFalse();
    assertThat(slow.counters.timeouts(Timeout.WRITE)).isEqualTo(1);
    assertThat(slow.counters.events(ServerEvent.ABORTED)).isEqualTo(1);
  }

  @Test
  void letsOthersBeServedAfterManyPipelinedRequests() throws Exception {
    StubChannel channel = new StubChannel(false).arrives(Wire.get("/").repeat(3000));
    Connection connection = received(prompt, channel);
    int turns = 1;
    while (connection.proceed() == Interest.WRITE) {
      turns++;
    }
    assertThat(turns).isBetween(3, 12);
    assertThat(responses(channel)).isEqualTo(3000);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void answersEveryRequestHoweverTheyAreCut(boolean isPrompt) throws Exception {
    for (int seed = 0; seed < 500; seed++) {
      var random = new SplittableRandom(seed);
      int requests = 1 + random.nextInt(40);
      StringBuilder sent = new StringBuilder();
      for (int i = 0; i < requests; i++) {
        sent.append(pipelined(random));
      }
      StubChannel channel = cut(sent.toString(), random);
      assertThat(answers(isPrompt ? prompt : slow, channel))
          .as("seed %d", seed)
          .isEqualTo(requests);
    }
  }

  private static String pipelined(SplittableRandom random) {
    String padding = "x".repeat(random.nextInt(600));
    return random.nextBoolean()
        ? Wire.get("/" + padding)
        : Wire.lines(
                String.format(
                    Locale.ROOT,
                    """
                    POST / HTTP/1.1
                    Host: test
                    Content-Length: %d

                    """,
                    padding.length()))
            + padding;
  }

  private static StubChannel cut(String sent, SplittableRandom random) throws IOException {
    StubChannel channel = new StubChannel(false);
    for (int from = 0; from < sent.length(); ) {
      int to = Math.min(sent.length(), from + 1 + random.nextInt(1500));
      channel.arrives(sent.substring(from, to));
      from = to;
    }
    return channel;
  }

  /**
   * Does what a reactor and a worker do until nothing arrives any more, and ends the connection.
   */
  private static int answers(TestContext context, StubChannel channel) throws Exception {
    Connection connection = context.connect(channel);
    while (connection.receive() == Arrival.SOMETHING) {
      while (connection.proceed() == Interest.WRITE) {
        connection.writable();
      }
    }
    connection.forceClose();
    return responses(channel);
  }

  private static Connection received(TestContext context, StubChannel channel) {
    Connection connection = context.connect(channel);
    connection.receive();
    return connection;
  }

  private static int responses(StubChannel channel) {
    return channel.sent().split("small", -1).length - 1;
  }
}
