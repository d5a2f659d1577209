package tailgate.server.connection;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import tailgate.http.ErrorPages;
import tailgate.http.Handler;
import tailgate.http.Limits;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.server.FakeClock;
import tailgate.server.StubChannel;
import tailgate.server.observe.Observation;
import tailgate.server.observe.ServerCounters;

/** Connections without a server: no thread runs, so there is no sweep and no lingering close. */
public final class TestContext implements AutoCloseable {

  static final Timeouts TIMEOUTS =
      new Timeouts(
          Duration.ofSeconds(10),
          Duration.ofSeconds(20),
          Duration.ofSeconds(30),
          Duration.ofSeconds(40));

  static final long REQUEST_MEMORY = 64 << 10;

  private static final int FEW = 10;

  /** All of them. */
  public final Connections connections;

  final FakeClock clock = new FakeClock();
  final ServerCounters counters;

  /** Connections that this handler answers. */
  public TestContext(Handler handler) {
    this(handler, Observation.NONE);
  }

  /** The same, observed. */
  public TestContext(Handler handler, Observation observation) {
    this(handler, observation, 0);
  }

  /** The same, with a limit for the connections of one client. */
  TestContext(Handler handler, Observation observation, int perClient) {
    this(handler, observation, perClient, FEW, DescriptorBudget.UNLIMITED);
  }

  private TestContext(
      Handler handler,
      Observation observation,
      int perClient,
      int max,
      DescriptorBudget descriptors) {
    try {
      connections =
          new Connections(
              new ConnectionSettings(
                  max, descriptors, perClient, TIMEOUTS, Limits.DEFAULT, REQUEST_MEMORY),
              true,
              null,
              handler,
              ErrorPages.BUILT_IN,
              observation,
              InstantSource.fixed(Instant.EPOCH),
              clock);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    counters = connections.counters();
  }

  /** So many connections that this handler answers. */
  static TestContext ofMany(int connections, Handler handler) {
    return new TestContext(handler, Observation.NONE, 0, connections, DescriptorBudget.UNLIMITED);
  }

  /** Connections that this handler answers, in a process with so many descriptors. */
  static TestContext with(DescriptorBudget descriptors, Handler handler) {
    return new TestContext(handler, Observation.NONE, 0, FEW, descriptors);
  }

  /** The same handler, which says that it is prompt, and does not read bodies. */
  static Handler prompt(Handler handler) {
    return new Handler() {
      @Override
      public Response handle(Request request) throws Exception {
        return handler.handle(request);
      }

      @Override
      public boolean isPrompt() {
        return true;
      }

      @Override
      public boolean readsBody() {
        return false;
      }
    };
  }

  /** A connection with its permit. */
  public Connection connect(StubChannel channel) {
    if (!connections.tryPermit()) {
      throw new IllegalStateException("no permit");
    }
    Connection connection = connections.admit(channel, channel.isBlocking());
    if (connection == null) {
      throw new IllegalStateException("not admitted");
    }
    if (!channel.isBlocking()) {
      connection.watchedBy(() -> endWait(connection));
    }
    return connection;
  }

  /** Does what the reactor does with a connection whose client is silent. */
  private static void endWait(Connection connection) {
    if (connection.isOverdue() && connection.endWait() == Arrival.SOMETHING) {
      connection.proceed();
    }
  }

  /** Lets time pass and looks at all deadlines, as the sweeper does. */
  public void pass(Duration time) {
    for (Duration left = time; left.isPositive(); left = left.minus(DeadlineClock.PERIOD)) {
      clock.pass(left.compareTo(DeadlineClock.PERIOD) < 0 ? left : DeadlineClock.PERIOD);
      connections.sweeper.sweep();
    }
  }

  @Override
  public void close() {
    connections.close();
  }
}
