package tailgate.downstream;

import tailgate.http.Handler;
import tailgate.http.Request;
import tailgate.http.Response;

/**
 * Answers with the result of a query that takes a known time in PostgreSQL. The connections come
 * from HikariCP, from a pool that parks or spins, or are opened for each request. Set up by {@link
 * Settings}.
 */
public final class Query implements Handler, AutoCloseable {

  private final ConnectionPool connections;
  private final Calls calls;
  private final SlowQuery query;

  /**
   * Creates the handler; called by the server that loads it.
   *
   * @throws IllegalArgumentException if it is not set up
   */
  public Query() {
    this(BackEndSettings.ofThisJvm());
  }

  Query(BackEndSettings settings) {
    connections = ConnectionPool.of(settings);
    calls = new Calls(settings.bound());
    int timeoutSeconds = Math.toIntExact(Math.max(1, settings.timeout().toSeconds()));
    query = new SlowQuery(settings.service(), timeoutSeconds);
  }

  @Override
  public Response handle(Request request) throws InterruptedException {
    return answer();
  }

  /** Answers every request in the same way. */
  Response answer() throws InterruptedException {
    return calls.answer(() -> query.row(connections));
  }

  @Override
  public void close() {
    connections.close();
  }
}
