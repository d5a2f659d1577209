package tailgate.downstream;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;

/**
 * What PostgreSQL sees of one of its databases.
 *
 * @param busy of them, with a query
 * @param done queries that have ended since the start; PostgreSQL counts them with a delay of a
 *     second
 * @param aborted of them, those that failed or were cancelled
 * @param sessions connections that were opened since the start
 */
record DatabaseStats(long connections, long busy, long done, long aborted, long sessions) {

  /** All numbers come from one query, so that they belong together. */
  private static final String SQL =
      """
      SELECT
        (SELECT count(*) FROM pg_stat_activity
          WHERE datname = d.datname AND pid <> pg_backend_pid()),
        (SELECT count(*) FROM pg_stat_activity
          WHERE datname = d.datname AND pid <> pg_backend_pid() AND state = 'active'),
        d.xact_commit + d.xact_rollback,
        d.xact_rollback,
        d.sessions
      FROM pg_stat_database d WHERE d.datname = ?
      """;

  static DatabaseStats read(Connection connection, String database) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(SQL)) {
      statement.setString(1, database);
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          throw new SQLException("there is no database " + database);
        }
        return new DatabaseStats(
            row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4), row.getLong(5));
      }
    }
  }

  /** Returns the numbers with the names of a server's {@code /stats}. */
  String json() {
    return String.format(
        Locale.ROOT,
        "{\"requests\":{\"total\":%d},\"connections\":{\"open\":%d},\"pool\":{\"busy\":%d},"
            + "\"aborted\":%d,\"sessions\":%d}",
        done,
        connections,
        busy,
        aborted,
        sessions);
  }
}
