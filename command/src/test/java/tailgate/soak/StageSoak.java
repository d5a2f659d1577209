package tailgate.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.soak.ServerProcess.Holdings;

/**
 * Tries to break a stage's server, for minutes: {@code mvn -Psoak -T1 -Dsoak.minutes=3 test}. Each
 * stage inherits it. {@link SoakSettings} says how to make it shorter.
 */
@Tag("soak")
public abstract class StageSoak {

  private static final Duration WARM_UP = Duration.ofSeconds(1);
  private static final Duration STOP_LOAD = Duration.ofSeconds(1);
  private static final Duration THINK = Duration.ofMillis(5);
  private static final Duration RECOVERY = Duration.ofSeconds(30);

  /** Descriptors and threads that the JVM may open, or start, at any time. */
  private static final int SPARE = 8;

  /** Attackers of a stage that each of them can hold up for seconds. */
  private static final int FEW = 4;

  /** A server remembers the latencies of the last minute and the samples of the last five. */
  private static final long SPARE_HEAP = 12_000_000;

  /** Shorter than the defaults, so that attacks end while the test runs. */
  private static final List<String> PATIENCE =
      List.of(
          "--head-timeout",
          "2s",
          "--body-timeout",
          "2s",
          "--write-timeout",
          "3s",
          "--idle-timeout",
          "3s");

  /** Longer than these, so that every deadline that counts the server's own delay passes. */
  private static final Duration STALL = Duration.ofSeconds(4);

  private final SoakSettings settings = SoakSettings.read();
  private final Class<?> main;

  @TempDir private Path folder = Path.of("");

  /** For the stage with this main class. */
  protected StageSoak(Class<?> main) {
    this.main = main;
  }

  /** Options of the stage that make it easier to break, such as few workers. */
  protected List<String> options() {
    return List.of();
  }

  /** Whether a client that is slow delays all others, as it does on a single thread. */
  protected boolean servesOneClientAtATime() {
    return false;
  }

  @Test
  void everyGoodRequestIsAnsweredUnderAttackAndNothingIsLeftBehind() throws Exception {
    try (var site = new Site(folder.resolve("site"));
        var server = ServerProcess.start(main, site.root(), log(), hardOptions())) {
      site.startChanging();
      load(server, site, WARM_UP, 0, Duration.ZERO);
      Holdings before = server.settled(RECOVERY);
      load(server, site, settings.load(), attackers(), STALL);
      assertRecovers(server, before);
      assertAdminAnswers(server);
      var stops = new Stops();
      stops.stop(server, site, THINK, STOP_LOAD);
      say("SIGTERM: " + stops);
      assertThat(server.printed()).doesNotContain("ERROR");
      assertThat(stops.areFlawless()).as(stops.toString()).isTrue();
    }
  }

  private List<String> hardOptions() {
    List<String> all = new ArrayList<>(PATIENCE);
    all.addAll(options());
    return all;
  }

  private int attackers() {
    return servesOneClientAtATime() ? FEW : 2 * Hostile.values().length;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 5})
  void aStopUnderLoadLosesNothing(int thinkMillis) throws Exception {
    var stops = new Stops();
    try (var site = new Site(folder.resolve("site"))) {
      for (int i = 0; i < settings.stops(); i++) {
        Duration load = STOP_LOAD.plusMillis(13L * (i % 7)); // a stop at other points of the load
        stops.startAndStop(main, site, log(), Duration.ofMillis(thinkMillis), load);
      }
    }
    say("think time " + thinkMillis + " ms: " + stops);
    assertThat(stops.areFlawless()).as(stops.toString()).isTrue();
  }

  /** With a kept connection and a thread for one client only, the others wait for the restart. */
  @Test
  void restartsUnderLoadLoseNothing() throws Exception {
    try (var site = new Site(folder.resolve("site"));
        var restarts = new Restarts(main, site, log(), options(), settings)) {
      for (int i = 0; i < settings.restarts(); i++) {
        restarts.restart();
      }
      restarts.failToRestart();
      restarts.stop();
      say("restarts: " + restarts);
      assertThat(restarts.tally().failed()).as(restarts.toString()).isZero();
      assertThat(restarts.loggedLines()).isEqualTo(restarts.tally().answered());
    }
  }

  /** Half of the time, a stall, and half of the time. */
  private void load(ServerProcess server, Site site, Duration time, int hostile, Duration stall)
      throws Exception {
    var tally = new Tally();
    var attacked = new Tally();
    var good = new GoodClients(server.address(), site.requests(), THINK, tally);
    var attackers = new HostileClients(server.address(), site, attacked);
    try (good;
        attackers) {
      good.start(8, 2);
      attackers.start(hostile);
      Thread.sleep(time.dividedBy(2));
      server.stall(stall);
      Thread.sleep(time.dividedBy(2));
    }
    say("good: " + tally);
    say(String.format(Locale.ROOT, "%d attacks: %s", attackers.attacks(), attacked));
    assertThat(tally.failed()).as(tally.toString()).isZero();
    assertThat(attacked.failed()).as(attacked.toString()).isZero();
    assertThat(tally.answered()).isPositive();
  }

  private void assertRecovers(ServerProcess server, Holdings before) throws Exception {
    var most =
        new Holdings(
            before.descriptors() + SPARE,
            before.threads() + SPARE,
            before.heapBytes() + SPARE_HEAP);
    long begun = System.nanoTime();
    Holdings after = server.holdings();
    while (!after.isWithin(most) && System.nanoTime() - begun < RECOVERY.toNanos()) {
      Thread.sleep(200);
      after = server.holdings();
    }
    long took = Duration.ofNanos(System.nanoTime() - begun).toMillis();
    say(String.format(Locale.ROOT, "before: %s; %d ms after the attacks: %s", before, took, after));
    assertThat(after.isWithin(most)).as("from %s to %s", before, after).isTrue();
  }

  /** Its threads are the first to suffer if memory runs out. */
  private static void assertAdminAnswers(ServerProcess server) throws Exception {
    var live = GoodRequest.get("/health/live", "", answer -> answer.status() == 200);
    try (var connection = new ClientConnection(server.adminAddress())) {
      assertThat(connection.ask(live)).isInstanceOf(Outcome.Answered.class);
    }
  }

  private Path log() {
    return folder.resolve("log");
  }

  private void say(String what) {
    System.out.println(main.getPackageName() + ": " + what);
  }
}
