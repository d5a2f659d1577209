package tailgate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.http.Handler;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.queue.TaskExecutor;
import tailgate.server.TestServer;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.Stage;

/** Of no server in particular: how long it takes, and how much is sent, depends on the machine. */
final class WarmUpTest {

  private final AtomicInteger requests = new AtomicInteger();
  private final ExecutorService executor = Executors.newCachedThreadPool();

  @ParameterizedTest
  @EnumSource
  void sendsRequestsAndEndsWhatItHasStarted(Dispatch dispatch) throws Exception {
    warmUp(dispatch, true, request -> Response.status(Status.OK).text("done"));
    assertThat(requests).hasPositiveValue().hasValueLessThanOrEqualTo(WarmUp.REQUESTS);
    assertThat(executor.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void opensAConnectionForEachRequestIfTheStageHasNoKeepAlive() throws Exception {
    warmUp(Dispatch.CONNECTION, false, request -> Response.status(Status.OK).text("done"));
    assertThat(requests).hasPositiveValue().hasValueLessThanOrEqualTo(WarmUp.CONNECTIONS);
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
    assertThat(executor.awaitTermination(120, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aSampleThatCannotBeReadIsNoReasonEither() throws Exception {
    new WarmUp(
            () -> new Stage("test", Dispatch.REQUEST, true, 1, "", TaskExecutor.of(executor)),
            TestServer.config(),
            () -> {
              throw new StartupException("no jar");
            })
        .run();
    assertThat(requests).hasValue(0);
  }

  private void warmUp(Dispatch dispatch, boolean keepAlive, Handler handler) throws Exception {
    new WarmUp(
            () -> new Stage("test", dispatch, keepAlive, 1, "", TaskExecutor.of(executor)),
            TestServer.config(),
            () ->
                request -> {
                  requests.incrementAndGet();
                  return handler.handle(request);
                })
        .run();
  }
}
