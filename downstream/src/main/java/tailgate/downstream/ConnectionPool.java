package tailgate.downstream;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;
import tailgate.downstream.BackEndSettings.Bounding;

/** The source of a query's connections. Thread-safe. */
interface ConnectionPool extends AutoCloseable {

  /**
   * Takes a connection, for one thread.
   *
   * @throws SQLException if there is none in time
   */
  Connection take() throws SQLException;

  /**
   * Takes it back.
   *
   * @param isWhole whether it can be used again
   */
  void give(Connection connection, boolean isWhole) throws SQLException;

  @Override
  void close();

  /** Makes the connections that the settings ask for. */
  static ConnectionPool of(BackEndSettings settings) {
    DataSource database = database(settings.url());
    return switch (settings.bounding()) {
      case NONE -> new OneEach(database);
      case PARK, SPIN -> kept(database);
      case HIKARI -> hikari(database, settings);
    };
  }

  /** DriverManager would not find the driver: it looks where the server's own classes are. */
  static DataSource database(String url) {
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setUrl(url);
    return database;
  }

  /** A pool without a bound of its own. */
  static ConnectionPool kept(DataSource database) {
    return new Kept(database, new ConcurrentLinkedQueue<>());
  }

  /** Bounds how many of these connections are taken at a time. */
  static ConnectionPool bounded(ConnectionPool unbounded, Bound bound) {
    return new Bounded(unbounded, bound);
  }

  private static ConnectionPool hikari(DataSource database, BackEndSettings settings) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(database);
    config.setMaximumPoolSize(settings.slots());
    config.setConnectionTimeout(settings.patience().toMillis());
    config.setRegisterMbeans(true); // real servers publish what it says of itself
    // All are opened by the first requests, which are no part of a measurement.
    config.setInitializationFailTimeout(Duration.ofSeconds(10).toMillis());
    return new Hikari(new HikariDataSource(config));
  }

  /** HikariCP, the pool that most applications use. */
  record Hikari(HikariDataSource pool) implements ConnectionPool {

    @Override
    public Connection take() throws SQLException {
      return pool.getConnection();
    }

    @Override
    public void give(Connection connection, boolean isWhole) throws SQLException {
      connection.close(); // the pool finds out by itself whether it is whole
    }

    @Override
    public void close() {
      pool.close();
    }
  }

  /** A new connection for each query. */
  record OneEach(DataSource database) implements ConnectionPool {

    @Override
    public Connection take() throws SQLException {
      return database.getConnection();
    }

    @Override
    public void give(Connection connection, boolean isWhole) throws SQLException {
      connection.close();
    }

    @Override
    public void close() {
      // nothing is kept
    }
  }

  /** Connections with a bound around each time one is used. */
  record Bounded(ConnectionPool unbounded, Bound bound) implements ConnectionPool {

    @Override
    public Connection take() throws SQLException {
      enter();
      boolean taken = false;
      try {
        Connection connection = unbounded.take();
        taken = true;
        return connection;
      } finally {
        if (!taken) {
          bound.leave();
        }
      }
    }

    private void enter() throws SQLException {
      try {
        if (!bound.enter()) {
          throw new SQLException("no slot in time");
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new SQLException("interrupted while it waited for a slot", e);
      }
    }

    @Override
    public void give(Connection connection, boolean isWhole) throws SQLException {
      try {
        unbounded.give(connection, isWhole);
      } finally {
        bound.leave();
      }
    }

    @Override
    public void close() {
      unbounded.close();
    }
  }

  /**
   * Connections that are used again. It has no bound of its own: {@link Bounding#PARK} and {@link
   * Bounding#SPIN} are around the whole call.
   */
  record Kept(DataSource database, Queue<Connection> idle) implements ConnectionPool {

    @Override
    public Connection take() throws SQLException {
      Connection connection = idle.poll();
      return connection == null ? database.getConnection() : connection;
    }

    @Override
    public void give(Connection connection, boolean isWhole) throws SQLException {
      if (isWhole) {
        idle.add(connection);
      } else {
        connection.close();
      }
    }

    @Override
    public void close() {
      for (Connection each = idle.poll(); each != null; each = idle.poll()) {
        try {
          each.close();
        } catch (SQLException e) {
          // The database closes it when this process has ended.
        }
      }
    }
  }
}
