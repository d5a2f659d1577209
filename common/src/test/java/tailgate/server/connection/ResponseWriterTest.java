package tailgate.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tailgate.http.Body;
import tailgate.http.DateField;
import tailgate.http.Response;
import tailgate.http.Response.Persistence;
import tailgate.http.Status;
import tailgate.server.FakeClock;
import tailgate.server.StubChannel;
import tailgate.server.buffer.BufferPool;
import tailgate.server.connection.ConnectionDeadline.Wait;
import tailgate.server.observe.Observation;
import tailgate.server.observe.RequestTiming;
import tailgate.server.observe.ServerCounters;

@Timeout(30)
final class ResponseWriterTest {

  private static final Response LARGE =
      Response.status(Status.OK).body(new Body.Bytes(ByteBuffer.allocate(2 << 20)));

  private final ServerCounters counters = new ServerCounters();

  /** While a virtual thread lets others run, its client waits for the server. */
  @Test
  void aClientDoesNotPayForTheTurnsOfOthers() throws Exception {
    var channel = new StubChannel(true);
    channel.mostAtOnce = 256 << 10;
    Duration brief = Duration.ofMillis(1);
    var deadline =
        new ConnectionDeadline(
            channel,
            new DeadlineClock(new FakeClock(), new Timeouts(brief, brief, brief, brief)),
            counters);
    List<Wait> inTurns = new ArrayList<>();
    var budget = new FairnessBudget(true, true, turn -> inTurns.add(deadline.waitingFor()));
    var writer =
        new ResponseWriter(
            channel,
            BufferPool.direct(1 << 14),
            new DateField(InstantSource.fixed(Instant.EPOCH)),
            counters,
            deadline,
            new RequestTiming(channel, Observation.NONE));

    var sent =
        new FutureTask<>(
            () -> {
              budget.begin();
              return writer.put(LARGE, Persistence.IMPLICIT, true) && writer.send(budget);
            });
    Thread.startVirtualThread(sent);

    assertThat(sent.get()).isTrue();
    assertThat(inTurns).hasSizeGreaterThan(2).containsOnly(Wait.NOTHING);
  }
}
