package tailgate.downstream;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;

/**
 * A query that takes a known time in PostgreSQL without a processor, like one that waits for a
 * disk.
 *
 * @param service how long it takes
 * @param timeoutSeconds after which the database is told to end it; 0 for never
 */
record SlowQuery(Duration service, int timeoutSeconds) {

  /** The first column of the first row, asked on one of these connections. */
  String row(ConnectionPool connections) throws SQLException {
    Connection connection = connections.take();
    boolean isWhole = false;
    try {
      String row = row(connection);
      isWhole = true;
      return row;
    } finally {
      connections.give(connection, isWhole);
    }
  }

  /** Asks for the first column of the first row on this connection. */
  String row(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(timeoutSeconds);
      try (ResultSet rows = statement.executeQuery(sql())) {
        if (!rows.next()) {
          throw new SQLException("no row");
        }
        return String.valueOf(rows.getString(1));
      }
    }
  }

  private String sql() {
    return String.format(
        Locale.ROOT, "SELECT 'a row' FROM pg_sleep(%d / 1000.0)", service.toMillis());
  }
}
