package tailgate.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.server.stage.Stage;
import tailgate.simulation.Delay;
import tailgate.simulation.SimulatedIo;

/** Clients that all ask at the same time for something that takes the handler a while. */
public final class SleepingClients {

  private SleepingClients() {}

  /** All of {@code count} clients are answered by a handler that waits until it has all of them. */
  public static void assertServedSideBySide(Stage stage, int count) throws IOException {
    var together = new CountDownLatch(count);
    List<RawClient> clients = new ArrayList<>();
    try (TestServer server =
        TestServer.start(
            stage,
            TestServer.config(),
            request -> {
              together.countDown();
              together.await();
              return Response.status(Status.OK).text("done");
            })) {
      for (int i = 0; i < count; i++) {
        clients.add(server.connect().get("/"));
      }
      for (RawClient client : clients) {
        assertThat(client.read().text()).isEqualTo("done");
      }
    } finally {
      for (RawClient client : clients) {
        client.close();
      }
    }
  }

  /** How long it takes until {@code count} clients are answered by a handler that sleeps. */
  public static Duration serve(Stage stage, int count, Duration sleep) throws IOException {
    Response done = Response.status(Status.OK).text("done");
    var handler = new SimulatedIo(List.of(new Delay.Constant(sleep)), request -> done);
    List<RawClient> clients = new ArrayList<>();
    try (TestServer server = TestServer.start(stage, TestServer.config(), handler)) {
      warmUp(server);
      for (int i = 0; i < count; i++) {
        clients.add(server.connect());
      }
      long begin = System.nanoTime();
      for (RawClient client : clients) {
        client.get("/");
      }
      for (RawClient client : clients) {
        assertThat(client.read().text()).isEqualTo("done");
      }
      return Duration.ofNanos(System.nanoTime() - begin);
    } finally {
      for (RawClient client : clients) {
        client.close();
      }
    }
  }

  /** Classes are loaded and code paths taken once before the time is taken. */
  private static void warmUp(TestServer server) throws IOException {
    try (RawClient client = server.connect()) {
      client.send(
          Wire.lines(
              """
              GET / HTTP/1.1
              Host: test
              Connection: close

              """));
      assertThat(client.read().text()).isEqualTo("done");
    }
  }
}
