package tailgate.downstream;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import tailgate.http.Handler;
import tailgate.http.Request;
import tailgate.http.Response;

/**
 * Answers with the result of a query that takes a known time in PostgreSQL. The connections come
 * from HikariCP, from a pool that parks or spins, or are opened for each request. Set up by {@link
 * Settings}.
 */
public final class Query implements Handler, AutoCloseable {

  private final Connections connections;
  private final Calls calls;
  private final String sql;
  private final int timeoutSeconds;

  /**
   * For the server that loads it.
   *
   * @throws IllegalArgumentException if it is not set up
   */
  public Query() {
    this(Settings.ofThisJvm());
  }

  Query(Settings settings) {
    connections = Connections.of(settings);
    calls = new Calls(settings.bound());
    sql = sql(settings.service());
    timeoutSeconds = Math.toIntExact(Math.max(1, settings.timeout().toSeconds()));
  }

  /** Works for that time without a processor, like a query that waits for a disk. */
  static String sql(Duration service) {
    return "SELECT 'a row' FROM pg_sleep(%d / 1000.0)".formatted(service.toMillis());
  }

  @Override
  public Response handle(Request request) throws InterruptedException {
    return answer();
  }

  /** The same for every request. */
  Response answer() throws InterruptedException {
    return calls.answer(this::ask);
  }

  private String ask() throws SQLException {
    Connection connection = connections.take();
    boolean isWhole = false;
    try {
      String row = row(connection, sql, timeoutSeconds);
      isWhole = true;
      return row;
    } finally {
      connections.give(connection, isWhole);
    }
  }

  /**
   * The first column of the first row.
   *
   * @param timeoutSeconds after which the database is told to end the query
   */
  static String row(Connection connection, String sql, int timeoutSeconds) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(timeoutSeconds);
      try (ResultSet rows = statement.executeQuery(sql)) {
        if (!rows.next()) {
          throw new SQLException("no row");
        }
        return String.valueOf(rows.getString(1));
      }
    }
  }

  /** Closes all connections. */
  @Override
  public void close() {
    connections.close();
  }
}
