package tailgate.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import tailgate.http.DateField;
import tailgate.http.ErrorPages;
import tailgate.http.Handler;
import tailgate.http.Limits;

/** What a connection needs, for tests that have no server. Nobody lingers: no thread runs. */
final class TestContext implements AutoCloseable {

  static final Timeouts TIMEOUTS =
      new Timeouts(
          Duration.ofSeconds(10),
          Duration.ofSeconds(20),
          Duration.ofSeconds(30),
          Duration.ofSeconds(40));

  final FakeClock exact = new FakeClock();
  final CoarseClock clock = new CoarseClock(exact);
  final DateField date = new DateField(InstantSource.fixed(Instant.EPOCH));
  final BufferPool buffers = new BufferPool(16 << 10);
  final Connections connections = new Connections(new ConnectionLimit(10));
  final ServerCounters counters = new ServerCounters();
  final LingeringClose lingeringClose = lingeringClose();
  final ConnectionContext context;

  TestContext(Handler handler) {
    this(handler, Observation.NONE);
  }

  TestContext(Handler handler, Observation observation) {
    context =
        new ConnectionContext(
            handler,
            ErrorPages.BUILT_IN,
            Limits.DEFAULT,
            TIMEOUTS,
            true,
            date,
            clock,
            connections::draining,
            buffers,
            connections,
            lingeringClose,
            counters,
            new HandlerErrorLog(clock),
            observation);
  }

  /** A connection with its permit. */
  Connection connect(StubChannel channel) throws InterruptedException {
    connections.limit().acquire();
    Connection connection = connections.admit(channel, context, channel.isBlocking());
    if (connection == null) {
      throw new IllegalStateException("not admitted");
    }
    return connection;
  }

  /** Lets time pass and looks at all deadlines, as the sweeper does. */
  void pass(Duration time) {
    exact.pass(time);
    new DeadlineSweeper(clock, connections, () -> {}).sweep();
  }

  private LingeringClose lingeringClose() {
    try {
      return new LingeringClose(date, exact);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    lingeringClose.closeAll();
  }
}
