package tailgate.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static tailgate.cli.WarmUp.Extent.AT_RESTART;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.cli.WarmUp.Extent;
import tailgate.http.Handler;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.server.TestServer;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.Stage;

/** Of no server in particular: how long it takes, and how much is sent, depends on the machine. */
@Timeout(60)
final class WarmUpTest {

  private final AtomicInteger requests = new AtomicInteger();

  /** After so many requests it is cancelled. */
  private int most = Integer.MAX_VALUE;

  private final ExecutorService executor = Executors.newCachedThreadPool();

  @ParameterizedTest
  @EnumSource
  void sendsRequestsAndEndsWhatItHasStarted(Dispatch dispatch) throws Exception {
    warmUp(dispatch, true, WarmUpTest::done);
    assertThat(requests)
        .hasPositiveValue()
        .hasValueLessThanOrEqualTo(AT_RESTART.connections() * WarmUp.REQUESTS_PER_CONNECTION);
    assertThat(executor.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void opensAConnectionForEachRequestIfTheStageHasNoKeepAlive() throws Exception {
    warmUp(Dispatch.CONNECTION, false, WarmUpTest::done);
    assertThat(requests).hasPositiveValue().hasValueLessThanOrEqualTo(AT_RESTART.connections());
  }

  @Test
  void lastsForAsLongAsItIsTold() throws Exception {
    Duration time = Duration.ofMillis(300);
    long begin = System.nanoTime();

    warmUp(Dispatch.CONNECTION, true, WarmUpTest::done, Extent.lasting(time));

    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(time);
    assertThat(requests).hasPositiveValue();
  }

  @Test
  void endsAtOnceWhenItIsCancelled() throws Exception {
    most = 3;

    warmUp(Dispatch.CONNECTION, true, WarmUpTest::done, Extent.lasting(Duration.ofDays(1)));

    assertThat(requests).hasValue(3);
  }

  @Test
  void doesNotStartAServerForNoRequests() throws Exception {
    warmUp(Dispatch.CONNECTION, true, WarmUpTest::done, Extent.NONE);

    assertThat(requests).hasValue(0);
    assertThat(executor.isShutdown()).as("a stage was made").isFalse();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aHandlerThatFailsOrNeverEndsIsNoReasonNotToStart(boolean fails) throws Exception {
    warmUp(
        Dispatch.CONNECTION,
        true,
        request -> {
          if (fails) {
            throw new IllegalStateException("on purpose");
          }
          Thread.sleep(Long.MAX_VALUE);
          throw new AssertionError();
        });
    assertThat(requests).hasPositiveValue();
    assertThat(executor.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aSampleThatCannotBeReadIsNoReasonEither() throws Exception {
    new WarmUp(
            () -> new Stage("test", Dispatch.REQUEST, true, 1, "", executor),
            TestServer.config(),
            () -> {
              throw new StartupException("no jar");
            },
            AT_RESTART,
            () -> false)
        .run();
    assertThat(requests).hasValue(0);
  }

  private static Response done(Request request) {
    return Response.status(Status.OK).text("done");
  }

  private void warmUp(Dispatch dispatch, boolean keepAlive, Handler handler) throws Exception {
    warmUp(dispatch, keepAlive, handler, AT_RESTART);
  }

  private void warmUp(Dispatch dispatch, boolean keepAlive, Handler handler, Extent extent)
      throws Exception {
    new WarmUp(
            () -> new Stage("test", dispatch, keepAlive, 1, "", executor),
            TestServer.config(),
            () ->
                request -> {
                  requests.incrementAndGet();
                  return handler.handle(request);
                },
            extent,
            () -> requests.get() >= most)
        .run();
  }
}
