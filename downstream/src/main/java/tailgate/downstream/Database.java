package tailgate.downstream;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The database of {@link Query} for an experiment: a PostgreSQL of its own, or one that is there.
 *
 * <pre>
 *   Database PORT SLOTS SERVICE-MILLIS binaries JAR DATABASE-PORT
 *   Database PORT SLOTS SERVICE-MILLIS jdbc URL
 * </pre>
 *
 * <p>At its port it answers {@code /query} after one query, so that the database itself can be
 * measured without a server before it, and {@code /stats}, what the database sees, with the names
 * that the {@code /stats} of a server has.
 */
public final class Database {

  private static final Duration START = Duration.ofSeconds(20);
  private static final Duration POLL = Duration.ofMillis(100);

  /** How long a query of its own waits for a slot; longer than its clients. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** The connections for the statistics, and for {@code /query}, which has one for each slot. */
  private static final int MORE_CONNECTIONS = 32;

  private static final int OK = 200;
  private static final int FAILED = 500;

  private Database() {}

  /** Runs until it gets a signal. */
  public static void main(String[] args) throws Exception {
    int slots = Integer.parseInt(args[1]);
    Duration service = Duration.ofMillis(Long.parseLong(args[2]));
    String statistics = args[4];
    String url = args[4];
    if (args[3].equals("binaries")) {
      int port = Integer.parseInt(args[5]);
      statistics = statisticsUrl(port);
      url = url(port);
      Postgres postgres = start(Path.of(args[4]), port, slots, statistics);
      Runtime.getRuntime().addShutdownHook(new Thread(() -> end(postgres)));
    }
    serve(Integer.parseInt(args[0]), slots, statistics, database(url), new SlowQuery(service, 0));
  }

  /** Where the handlers find it; their role may have as many connections as there are slots. */
  static String url(int port) {
    return String.format(Locale.ROOT, "jdbc:postgresql://127.0.0.1:%d/app?user=app", port);
  }

  /**
   * Returns the URL of the statistics, which is another database: what is done there is not
   * counted.
   */
  static String statisticsUrl(int port) {
    return String.format(
        Locale.ROOT, "jdbc:postgresql://127.0.0.1:%d/postgres?user=postgres", port);
  }

  private static String database(String url) {
    String path = url.replaceFirst("\\?.*", "");
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** Starts it, and waits until it has a database with a role that may have so many connections. */
  static Postgres start(Path binaries, int port, int slots, String statistics)
      throws IOException, InterruptedException, SQLException {
    Postgres postgres = Postgres.start(binaries, port, 2 * slots + MORE_CONNECTIONS);
    boolean isReady = false;
    try (Connection connection = first(postgres, statistics);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE ROLE app LOGIN CONNECTION LIMIT " + slots);
      statement.execute("CREATE DATABASE app OWNER app");
      isReady = true;
      return postgres;
    } finally {
      if (!isReady) {
        postgres.close();
      }
    }
  }

  private static void end(Postgres postgres) {
    try {
      postgres.close();
    } catch (IOException e) {
      System.err.println("PostgreSQL was not stopped: " + e);
    }
  }

  /** Opens the first connection; the database takes connections some time after its start. */
  private static Connection first(Postgres postgres, String url)
      throws IOException, InterruptedException, SQLException {
    long end = System.nanoTime() + START.toNanos();
    while (true) {
      try {
        return DriverManager.getConnection(url);
      } catch (SQLException e) {
        if (!postgres.isAlive() || System.nanoTime() - end > 0) {
          throw new IOException("PostgreSQL does not start: " + postgres.log(), e);
        }
        Thread.sleep(POLL);
      }
    }
  }

  /**
   * Answers until the process ends.
   *
   * @param slots queries that it asks by itself at the same time: no more than the handlers may
   * @param database that the handlers use
   */
  private static void serve(
      int port, int slots, String statistics, String database, SlowQuery query)
      throws IOException, SQLException {
    Connection watching = DriverManager.getConnection(statistics);
    ConnectionPool direct =
        ConnectionPool.bounded(
            ConnectionPool.kept(ConnectionPool.database(statistics)),
            new ParkingBound(slots, PATIENCE));
    Lock oneAtATime = new ReentrantLock();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/query", exchange -> answer(exchange, () -> query.row(direct)));
    server.createContext(
        "/stats",
        exchange ->
            answer(
                exchange,
                () -> {
                  oneAtATime.lock();
                  try {
                    return DatabaseStats.read(watching, database).json();
                  } finally {
                    oneAtATime.unlock();
                  }
                }));
    server.start();
  }

  /** An answer of the database. */
  @FunctionalInterface
  private interface Answer {
    String make() throws SQLException;
  }

  private static void answer(HttpExchange exchange, Answer answer) throws IOException {
    try (exchange) {
      String text;
      int status = OK;
      try {
        text = answer.make();
      } catch (SQLException e) {
        status = FAILED;
        text = e.toString();
      }
      byte[] body = text.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    }
  }
}
