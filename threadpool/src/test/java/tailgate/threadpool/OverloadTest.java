package tailgate.threadpool;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tailgate.http.Handler;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.queue.Actor;
import tailgate.queue.AdmissionKind;
import tailgate.queue.AdmissionRule;
import tailgate.queue.AdmittingExecutor;
import tailgate.queue.QueueDiscipline;
import tailgate.queue.TaskExecutor;
import tailgate.server.FakeClock;
import tailgate.server.RawClient;
import tailgate.server.RawClient.Reply;
import tailgate.server.TestServer;
import tailgate.server.connection.Timeouts;
import tailgate.server.observe.ServerCounters.Overload;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.OverloadPolicy;
import tailgate.server.stage.Stage;
import tailgate.threadpool.queue.QueueKind;

/** One worker that is busy, room for one more in the queue, and a third client. */
final class OverloadTest {

  private static final Response DONE = Response.status(Status.OK).text("done");

  /** More than fits into the buffers of both sockets. */
  private static final String LARGE = "x".repeat(16 << 20);

  private final CountDownLatch release = new CountDownLatch(1);
  private final Handler blocked =
      request -> {
        if (request.path().toString().equals("/large")) {
          return Response.status(Status.OK).text(LARGE);
        }
        release.await();
        return DONE;
      };

  @Test
  void rejectAnswers503ToTheThird() throws Exception {
    var pool = new FixedPool(1, 1, QueueKind.ARRAY, OverloadPolicy.REJECT);
    try (TestServer server = start(pool, OverloadPolicy.REJECT);
        RawClient first = server.connect();
        RawClient second = server.connect();
        RawClient third = server.connect()) {
      fill(pool, first, second);
      Reply reply = third.get("/").read();
      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.field("Retry-After")).isEqualTo("1");
      assertThat(third.isClosedByServer()).isTrue();
      assertThat(server.server().counters().overloads(Overload.EXECUTOR)).isEqualTo(1);
      release.countDown();
      assertThat(first.read().text()).isEqualTo("done");
      assertThat(second.read().text()).isEqualTo("done");
    }
  }

  @Test
  void blockLetsTheThirdWait() throws Exception {
    var pool = new FixedPool(1, 1, QueueKind.ARRAY, OverloadPolicy.BLOCK);
    try (TestServer server = start(pool, OverloadPolicy.BLOCK);
        RawClient first = server.connect();
        RawClient second = server.connect();
        RawClient third = server.connect()) {
      fill(pool, first, second);
      third.get("/");
      release.countDown();
      assertThat(first.read().text()).isEqualTo("done");
      assertThat(second.read().text()).isEqualTo("done");
      assertThat(third.read().text()).isEqualTo("done");
      assertThat(server.server().counters().overloads()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aDeadlineAnswers503ToTheSecond(Dispatch dispatch) throws Exception {
    var clock = new FakeClock();
    var discipline = QueueDiscipline.PLAIN.withDeadline(Duration.ofSeconds(1));
    var pool = new FixedPool(1, 1, QueueKind.ARRAY, OverloadPolicy.BLOCK, discipline, null, clock);
    try (TestServer server = start(pool, dispatch, OverloadPolicy.BLOCK);
        RawClient first = server.connect();
        RawClient second = server.connect()) {
      fill(pool, first, second);
      clock.pass(Duration.ofSeconds(2));
      release.countDown();
      assertThat(first.read().text()).isEqualTo("done");
      first.endOutput(); // dispatched by connection, it occupies the worker
      Reply reply = second.read();
      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.field("Retry-After")).isEqualTo("1");
      assertThat(second.isClosedByServer()).isTrue();
      assertThat(server.server().counters().overloads(Overload.DEADLINE)).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anAdmissionAnswers503ToTheThirdAtOnce(Dispatch dispatch) throws Exception {
    var pool = new FixedPool(1, 8, QueueKind.ARRAY, OverloadPolicy.BLOCK);
    try (TestServer server = start(admitting(pool), dispatch, OverloadPolicy.BLOCK);
        RawClient first = server.connect();
        RawClient second = server.connect();
        RawClient third = server.connect()) {
      fill(pool, first, second);
      Reply reply = third.get("/").read();
      assertThat(reply.status()).isEqualTo(503);
      assertThat(reply.field("Retry-After")).isEqualTo("1");
      assertThat(third.isClosedByServer()).isTrue();
      assertThat(server.server().counters().overloads(Overload.ADMISSION)).isEqualTo(1);
      release.countDown();
      assertThat(first.read().text()).isEqualTo("done");
      first.endOutput(); // dispatched by connection, it occupies the worker
      assertThat(second.read().text()).isEqualTo("done");
    }
  }

  @Test
  void aResponseThatWasBegunIsLetInToBeEnded() throws Exception {
    var pool = new FixedPool(1, 8, QueueKind.ARRAY, OverloadPolicy.BLOCK);
    try (TestServer server = start(admitting(pool), Dispatch.REQUEST, OverloadPolicy.BLOCK);
        RawClient slow = server.connect();
        RawClient first = server.connect();
        RawClient second = server.connect();
        RawClient third = server.connect()) {
      slow.get("/large");
      await(() -> pool.getCompletedTaskCount() == 1); // until the client reads
      fill(pool, first, second);
      assertThat(third.get("/").read().status()).isEqualTo(503);
      Actor<Integer> read = Actor.start(() -> slow.read().body().length);
      await(() -> pool.getQueue().size() == 2);
      release.countDown();
      assertThat(read.result()).isEqualTo(LARGE.length());
      assertThat(first.read().text()).isEqualTo("done");
      assertThat(second.read().text()).isEqualTo("done");
      assertThat(server.server().counters().overloads(Overload.ADMISSION)).isEqualTo(1);
    }
  }

  /** Lets in 2.5 for each worker; that would change after a tenth of a second, which never ends. */
  private static TaskExecutor admitting(FixedPool pool) {
    return AdmittingExecutor.of(pool, new AdmissionRule(AdmissionKind.CREDITS), 1, new FakeClock());
  }

  private static void fill(FixedPool pool, RawClient first, RawClient second) throws Exception {
    first.get("/");
    await(() -> pool.getActiveCount() == 1);
    second.get("/");
    await(() -> pool.getQueue().size() == 1);
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await().pollInterval(Duration.ofMillis(5)).until(condition);
  }

  private TestServer start(TaskExecutor pool, OverloadPolicy overload) {
    return start(pool, Dispatch.REQUEST, overload);
  }

  private TestServer start(TaskExecutor pool, Dispatch dispatch, OverloadPolicy overload) {
    return TestServer.start(
        new Stage("threadpool", dispatch, true, 1, "1 thread", pool),
        TestServer.config(100, overload, Timeouts.DEFAULT),
        blocked);
  }
}
