package tailgate.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.http.Handler;
import tailgate.http.Request;
import tailgate.http.Requests;
import tailgate.http.Response;
import tailgate.http.Status;

class SimulatedIoTest {

  private final Response response = Response.status(Status.OK).empty();
  private final Request request = Requests.get("/");

  @Test
  void waitsAsLongAsAllDelaysTogether() throws Exception {
    Delay delay = new Delay.Constant(Duration.ofMillis(10));
    Handler waiting = new SimulatedIo(List.of(delay, delay, delay), asked -> response);
    long before = System.nanoTime();

    assertThat(waiting.handle(request)).isSameAs(response);

    assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(30_000_000);
  }

  @Test
  void asksTheNextWithTheSameRequest() throws Exception {
    Handler waiting =
        new SimulatedIo(
            List.of(),
            asked -> {
              assertThat(asked).isSameAs(request);
              return response;
            });

    assertThat(waiting.handle(request)).isSameAs(response);
  }

  @Test
  void canBeInterrupted() {
    Delay delay = new Delay.Constant(Duration.ofHours(1));
    Handler waiting = new SimulatedIo(List.of(delay), asked -> response);

    Thread.currentThread().interrupt();

    assertThatThrownBy(() -> waiting.handle(request)).isInstanceOf(InterruptedException.class);
  }
}
