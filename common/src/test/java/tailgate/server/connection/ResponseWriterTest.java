package tailgate.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
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

final class ResponseWriterTest {

  private static final Response LARGE =
      Response.status(Status.OK).body(new Body.Bytes(ByteBuffer.allocate(2 << 20)));

  private static final Duration BRIEF = Duration.ofMillis(100);

  private final ServerCounters counters = new ServerCounters();
  private final FakeClock clock = new FakeClock();
  private final DeadlineClock time =
      new DeadlineClock(clock, new Timeouts(BRIEF, BRIEF, BRIEF, BRIEF, 1_000_000));

  /** A write that waits shows what the client has taken only when it returns. */
  @Test
  void aSteadyReaderOfABlockingChannelIsNotLate() throws Exception {
    List<Boolean> late = new ArrayList<>();
    AtomicReference<ConnectionDeadline> deadline = new AtomicReference<>();
    var channel =
        new StubChannel(true) {
          @Override
          public int write(ByteBuffer from) {
            clock.pass(Duration.ofMillis(60)); // for 64 KiB, which are worth 66 ms
            time.advance();
            late.add(deadline.get().isOver());
            return super.write(from);
          }
        };
    deadline.set(new ConnectionDeadline(channel, time, counters));
    var writer = writer(channel, deadline.get());

    assertThat(writer.put(LARGE, Persistence.IMPLICIT, true)).isTrue();
    assertThat(writer.send(new FairnessBudget(true, true))).isTrue();

    assertThat(late).hasSizeGreaterThan(2).containsOnly(false);
  }

  /** While a virtual thread lets others run, its client waits for the server. */
  @Test
  void aClientDoesNotPayForTheTurnsOfOthers() throws Exception {
    var channel = new StubChannel(true);
    channel.mostAtOnce = 256 << 10;
    var deadline = new ConnectionDeadline(channel, time, counters);
    List<Wait> inTurns = new ArrayList<>();
    var budget = new FairnessBudget(true, true, turn -> inTurns.add(deadline.waitingFor()));
    var writer = writer(channel, deadline);

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

  private ResponseWriter writer(StubChannel channel, ConnectionDeadline deadline) {
    return new ResponseWriter(
        channel,
        new ResponseWriter.Writing(
            BufferPool.direct(1 << 14), new DateField(InstantSource.fixed(Instant.EPOCH))),
        counters,
        deadline,
        new RequestTiming(channel, Observation.NONE));
  }
}
