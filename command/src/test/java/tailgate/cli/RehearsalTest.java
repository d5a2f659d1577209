package tailgate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.http.Handler;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.queue.TaskExecutor;
import tailgate.server.TestServer;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.Stage;

final class RehearsalTest {

  private final Queue<Status> answers = new ConcurrentLinkedQueue<>();
  private final ExecutorService executor = Executors.newCachedThreadPool();

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void asksForAllThatTheSampleSiteCanAnswer(boolean keepAlive) throws Exception {
    Handler files = new FileOptions().sample();
    try (var server =
        TestServer.start(
            new Stage("test", Dispatch.CONNECTION, keepAlive, 1, "", TaskExecutor.of(executor)),
            TestServer.config(),
            request -> {
              Response response = files.handle(request);
              answers.add(response.status());
              return response;
            })) {
      Rehearsal.run(server.server().address(), 1);
    }
    assertThat(answers)
        .hasSize(Rehearsal.CLIENTS * (Rehearsal.ON_KEPT_CONNECTION + Rehearsal.ON_NEW_CONNECTIONS))
        .containsOnly(Status.OK, Status.PARTIAL_CONTENT, Status.NOT_MODIFIED, Status.NOT_FOUND)
        .contains(Status.OK, Status.PARTIAL_CONTENT, Status.NOT_MODIFIED, Status.NOT_FOUND);
  }
}
