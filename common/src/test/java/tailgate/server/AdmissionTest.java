package tailgate.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.metrics.PoolGauges;
import tailgate.queue.AdmissionKind;
import tailgate.queue.AdmissionRule;
import tailgate.queue.DisciplinedSemaphore;
import tailgate.queue.Eventually;
import tailgate.queue.QueueDiscipline;
import tailgate.queue.TaskExecutor;
import tailgate.server.RawClient.Reply;
import tailgate.server.observe.ServerCounters.Overload;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.Stage;

/** A thread for each connection, one request at a time in the handler, and one that may wait. */
final class AdmissionTest {

  private static final Duration DEADLINE = Duration.ofMillis(80);

  private final FakeClock clock = new FakeClock();
  private final DisciplinedSemaphore admission =
      new DisciplinedSemaphore(
          1,
          10,
          QueueDiscipline.PLAIN.withDeadline(DEADLINE),
          new AdmissionRule(AdmissionKind.CREDITS), // 2.5 for each permit
          clock);
  private final Semaphore ends = new Semaphore(0);
  private final AtomicInteger begun = new AtomicInteger();
  private final TestServer server =
      TestServer.start(
          new Stage(
              "test",
              Dispatch.CONNECTION,
              true,
              1,
              "",
              PoolGauges.NONE,
              admission,
              TaskExecutor.of(Executors.newVirtualThreadPerTaskExecutor())),
          TestServer.config(),
          this::handle);

  private Response handle(Request request) throws InterruptedException {
    begun.incrementAndGet();
    if (request.path().toString().equals("/fails")) {
      throw new IllegalStateException("on purpose");
    }
    if (request.path().toString().equals("/slow")) {
      ends.acquire();
    }
    return Response.status(Status.OK).text("done");
  }

  @AfterEach
  void close() {
    ends.release(100);
    server.close();
  }

  /** A client whose request is in the handler. */
  private RawClient inHandler() throws Exception {
    int before = begun.get();
    RawClient client = server.connect();
    client.get("/slow");
    Eventually.until(() -> begun.get() > before);
    return client;
  }

  /** A client whose request waits. */
  private RawClient waiting() throws Exception {
    int before = admission.waiting();
    RawClient client = server.connect();
    client.get("/");
    Eventually.until(() -> admission.waiting() > before);
    return client;
  }

  @Test
  void aRequestWaitsUntilAnotherHasLeftTheHandler() throws Exception {
    try (RawClient first = inHandler();
        RawClient second = waiting()) {
      assertThat(begun.get()).isEqualTo(1);
      ends.release();
      assertThat(first.read().status()).isEqualTo(200);
      assertThat(second.read().status()).isEqualTo(200);
    }
  }

  @Test
  void aHandlerThatFailsGivesItsPermitBack() throws Exception {
    try (RawClient client = server.connect()) {
      client.get("/fails");
      assertThat(client.read().status()).isEqualTo(500);
      client.get("/");
      assertThat(client.read().status()).isEqualTo(200);
    }
  }

  @Test
  void whoHasWaitedTooLongGets503AndKeepsTheConnection() throws Exception {
    try (RawClient first = inHandler();
        RawClient second = waiting()) {
      clock.pass(DEADLINE.plusNanos(1));
      ends.release();
      Reply refused = second.read();
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.field("Retry-After")).isEqualTo("1");
      assertThat(first.read().status()).isEqualTo(200);
      second.get("/");
      assertThat(second.read().status()).isEqualTo(200);
      assertThat(server.server().counters().overloads(Overload.DEADLINE)).isEqualTo(1);
      assertThat(begun.get()).as("the refused one is not in the handler").isEqualTo(2);
    }
  }

  @Test
  void whoIsOneTooManyGets503AtOnceAndKeepsTheConnection() throws Exception {
    try (RawClient first = inHandler();
        RawClient second = waiting();
        RawClient third = server.connect()) {
      third.get("/");
      Reply refused = third.read();
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.field("Retry-After")).isEqualTo("1");
      assertThat(server.server().counters().overloads(Overload.ADMISSION)).isEqualTo(1);
      assertThat(begun.get()).isEqualTo(1);
      ends.release();
      assertThat(first.read().status()).isEqualTo(200);
      assertThat(second.read().status()).isEqualTo(200);
      third.get("/");
      assertThat(third.read().status()).isEqualTo(200);
    }
  }

  @Test
  void aResponseDoesNotWaitForTheNextRequestOfItsConnection() throws Exception {
    try (RawClient both = server.connect()) {
      both.send("GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /slow HTTP/1.1\r\nHost: a\r\n\r\n");
      assertThat(both.read().status()).isEqualTo(200);
      ends.release();
      assertThat(both.read().status()).isEqualTo(200);
    }
  }

  @Test
  void aStopAnswersThoseWhoWait() throws Exception {
    try (RawClient first = inHandler();
        RawClient second = waiting()) {
      Thread stop = Thread.startVirtualThread(this::stop);
      ends.release();
      assertThat(first.read().status()).isEqualTo(200);
      assertThat(second.read().status()).isEqualTo(200);
      stop.join();
    }
  }

  @Test
  void aStopThatIsOutOfTimeEndsTheWaitsToo() throws Exception {
    try (RawClient first = inHandler();
        RawClient second = waiting()) {
      assertThat(server.server().stop(Duration.ZERO)).isFalse();
      Eventually.until(() -> admission.waiting() == 0);
      Eventually.until(() -> server.server().openConnections() == 0);
      first.reset();
      second.reset();
    }
  }

  private void stop() {
    try {
      server.server().stop(Duration.ofSeconds(10));
    } catch (InterruptedException unexpected) {
      throw new AssertionError(unexpected);
    }
  }
}
