package tailgate.downstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tailgate.downstream.BackEndSettings.Bounding;
import tailgate.http.Status;

/**
 * At a real PostgreSQL, if its binaries were fetched: {@code ./tailgate compare downstream} does
 * that.
 */
@Tag("slow")
class QueryTest {

  private static final Path FOLDER = Path.of("target/postgres");
  private static final int SLOTS = 2;
  private static final Duration SERVICE = Duration.ofMillis(20);

  private static Postgres postgres;
  private static int port;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(Files.isDirectory(FOLDER), "no PostgreSQL in downstream/" + FOLDER);
    Path binaries;
    try (Stream<Path> files = Files.list(FOLDER)) {
      binaries = files.filter(file -> file.toString().endsWith(".jar")).findFirst().orElseThrow();
    }
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    postgres = Database.start(binaries, port, SLOTS, Database.statisticsUrl(port));
  }

  @AfterAll
  static void stop() throws Exception {
    if (postgres != null) {
      postgres.close();
    }
  }

  private static BackEndSettings settings(Bounding bounding) {
    Duration patience = Duration.ofSeconds(5);
    return new BackEndSettings(Database.url(port), bounding, SLOTS, patience, patience, SERVICE);
  }

  @ParameterizedTest
  @EnumSource(Bounding.class)
  void aQueryIsAnswered(Bounding bounding) throws Exception {
    try (Query query = new Query(settings(bounding))) {
      assertThat(query.answer().status()).isEqualTo(Status.OK);
      assertThat(query.answer().status()).isEqualTo(Status.OK);
    }
  }

  @Test
  void theDatabaseRefusesWhatIsMoreThanItsSlots() throws Exception {
    Duration longer = Duration.ofSeconds(1);
    BackEndSettings settings =
        new BackEndSettings(
            Database.url(port), Bounding.NONE, SLOTS, longer, longer.multipliedBy(9), longer);
    CountDownLatch go = new CountDownLatch(1);
    try (Query query = new Query(settings);
        var threads = Executors.newCachedThreadPool()) {
      var all =
          Stream.generate(
                  () ->
                      threads.submit(
                          () -> {
                            go.await();
                            return query.answer().status();
                          }))
              .limit(SLOTS + 2)
              .toList();
      go.countDown();

      int answered = 0;
      for (var one : all) {
        answered += one.get() == Status.OK ? 1 : 0;
      }
      assertThat(answered).isEqualTo(SLOTS);
    }
  }

  @Test
  void theDatabaseSeesTheConnectionsOfTheHandlersAlone() throws Exception {
    try (Connection own = DriverManager.getConnection(Database.statisticsUrl(port));
        Connection of = DriverManager.getConnection(Database.url(port));
        Statement statement = of.createStatement()) {
      statement.execute("SELECT 1");

      DatabaseStats stats = DatabaseStats.read(own, "app");

      assertThat(stats.connections()).isEqualTo(1);
      assertThat(stats.busy()).isZero();
      assertThat(stats.json()).startsWith("{\"requests\":{\"total\":").contains("\"open\":1");
    }
  }
}
