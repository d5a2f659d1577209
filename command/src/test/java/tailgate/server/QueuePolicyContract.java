package tailgate.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.queue.AdmissionKind;
import tailgate.queue.AdmissionRule;
import tailgate.queue.QueueDiscipline;
import tailgate.queue.QueuePolicy;
import tailgate.server.RawClient.Reply;
import tailgate.server.observe.ServerCounters.Overload;
import tailgate.server.stage.Stage;

/**
 * A stage at twice its capacity, for clients that wait 100 ms: 8 workers, requests that take 10 ms
 * each, and 16 of them every 10 ms; or at its capacity, with a queue from before. The time is the
 * test's own. In each step of 10 ms all requests that are being served end, and the test goes on
 * when the others are where they belong.
 */
@Tag("slow")
public abstract class QueuePolicyContract {

  protected static final int WORKERS = 8;

  private static final Duration STEP = Duration.ofMillis(10);
  private static final Duration PATIENCE = Duration.ofMillis(100);
  private static final int STEPS = 60;

  /** Shorter than usual, so that the test is. */
  private static final Duration INTERVAL = Duration.ofMillis(100);

  /** From here on it is counted: until then the queue grows, and the overload is noticed. */
  private static final int COUNTED_FROM = 30;

  private static final int CAPACITY = WORKERS * (STEPS - COUNTED_FROM);
  private static final Response DONE = Response.status(Status.OK).text("done");

  private final FakeClock clock = new FakeClock();

  /** Fair: else a request that has just begun could end in the place of one of the last step. */
  private final Semaphore ends = new Semaphore(0, true);

  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();
  private final AtomicInteger inTime = new AtomicInteger();
  private final List<RawClient> clients = new ArrayList<>();

  /** How many requests were told to end. Confined to the test's thread. */
  private int released;

  /** The stage with {@link #WORKERS} workers or permits, a queue of 1024, and this clock. */
  protected abstract Stage stage(
      QueueDiscipline discipline, AdmissionRule admission, LongSupplier nanoClock);

  private Response handle(Request request) throws InterruptedException {
    begun.incrementAndGet();
    ends.acquire();
    long sentNanos = Long.parseLong(request.path().toString().substring(1));
    if (clock.getAsLong() - sentNanos <= PATIENCE.toNanos()) {
      inTime.incrementAndGet();
    }
    ended.incrementAndGet();
    return DONE;
  }

  @Test
  void fifoAnswersFewInTime() throws Exception {
    assertThat(answeredInTime(QueueDiscipline.PLAIN)).isLessThan(CAPACITY / 20);
  }

  @ParameterizedTest
  @CsvSource({"CODEL,", "CODEL_LIFO,", "FIFO, 80", "LIFO, 80"})
  void otherwiseItAnswersMostInTime(QueuePolicy policy, @Nullable Integer deadlineMillis)
      throws Exception {
    var discipline = new QueueDiscipline(policy, QueueDiscipline.DEFAULT_TARGET, INTERVAL, null);
    assertThat(
            answeredInTime(
                deadlineMillis == null
                    ? discipline
                    : discipline.withDeadline(Duration.ofMillis(deadlineMillis))))
        .isGreaterThan(CAPACITY * 9 / 10);
  }

  /** A machine that stood still for a while: at the capacity, what it left does not go away. */
  @Test
  void aQueueThatIsMuchTooLongIsNoticedBeforeTheInterval() throws Exception {
    var discipline = new QueueDiscipline(QueuePolicy.CODEL);
    assertThat(answeredInTime(discipline, AdmissionRule.NONE, 12 * WORKERS, WORKERS))
        .isGreaterThan(CAPACITY * 9 / 10);
  }

  @ParameterizedTest
  @CsvSource({"CREDITS, FIFO", "AIMD, FIFO", "CREDITS, CODEL_LIFO"})
  void whoeverIsLetInIsAnsweredInTime(AdmissionKind admission, QueuePolicy policy)
      throws Exception {
    var discipline = new QueueDiscipline(policy);
    assertThat(answeredInTime(discipline, new AdmissionRule(admission), 2 * WORKERS, 2 * WORKERS))
        .isGreaterThan(CAPACITY * 9 / 10);
  }

  /** At twice the capacity. */
  private int answeredInTime(QueueDiscipline discipline) throws Exception {
    return answeredInTime(discipline, AdmissionRule.NONE, 2 * WORKERS, 2 * WORKERS);
  }

  /**
   * How many of {@link #CAPACITY} possible answers were in time; checks that none is missing.
   *
   * @param first requests in the first step
   * @param then in each of the others
   */
  private int answeredInTime(
      QueueDiscipline discipline, AdmissionRule admission, int first, int then) throws Exception {
    Stage stage = stage(discipline, admission, clock);
    try (TestServer server = TestServer.start(stage, TestServer.config(), this::handle)) {
      int before = 0;
      for (int step = 0; step < STEPS; step++) {
        before = step == COUNTED_FROM ? inTime.get() : before;
        send(server, step == 0 ? first : then);
        awaitSettled(server, stage);
        clock.pass(STEP);
        endAll(begun.get() - ended.get());
      }
      awaitSettled(server, stage);
      int counted = inTime.get() - before;
      endAll(clients.size());
      assertThat(refusals()).isEqualTo(refused(server));
      assertThat(server.server().counters().overloads(Overload.ADMISSION) > 0)
          .isEqualTo(admission.kind() != AdmissionKind.NONE);
      return counted;
    } finally {
      for (RawClient client : clients) {
        client.close();
      }
    }
  }

  private void send(TestServer server, int requests) throws IOException {
    for (int i = 0; i < requests; i++) {
      RawClient client = server.connect();
      clients.add(client);
      client.get("/" + clock.getAsLong(), "Connection: close");
    }
  }

  private void endAll(int requests) {
    released += requests;
    ends.release(requests);
  }

  /**
   * Waits until each request is with a worker, in the queue, or answered, and no worker is idle.
   */
  private void awaitSettled(TestServer server, Stage stage) throws InterruptedException {
    while (!isSettled(server, stage)) {
      Thread.sleep(Duration.ofNanos(100_000));
    }
  }

  private boolean isSettled(TestServer server, Stage stage) {
    boolean allEnded = ended.get() == released;
    int serving = begun.get() - ended.get();
    int left = begun.get() + refused(server); // before the queue: what moves is missing, not twice
    int queued = stage.pool().statistics().queued().orElseThrow();
    return allEnded && left + queued == clients.size() && (queued == 0 || serving == WORKERS);
  }

  private static int refused(TestServer server) {
    var counters = server.server().counters();
    return Math.toIntExact(
        counters.overloads(Overload.CODEL)
            + counters.overloads(Overload.DEADLINE)
            + counters.overloads(Overload.ADMISSION));
  }

  /** Reads all answers, and counts those that are a 503. */
  private int refusals() throws IOException {
    int count = 0;
    for (RawClient client : clients) {
      Reply reply = client.read();
      if (reply.status() == 503) {
        assertThat(reply.field("Retry-After")).isEqualTo("1");
        assertThat(client.isClosedByServer()).isTrue();
        count++;
      } else {
        assertThat(reply.text()).isEqualTo("done");
      }
    }
    return count;
  }
}
