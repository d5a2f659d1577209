package tailgate.lab.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.explain.JvmEvents.Spot;

class ExplanationTest {

  private static final ThreadUse COMPILERS =
      new ThreadUse(ThreadKind.COMPILER, "the JVM's compilers", 2, 2.9, 0.4);

  @Test
  void workersWithoutAProcessorAreToldWhoHadIt() {
    String page =
        explanation(List.of(workers(6.1, 2.3), COMPILERS), 0.5, JvmEvents.NONE, "").text();

    assertThat(page.replaceAll("\\s+", " "))
        .startsWith("# Who had the processors in 10 s of 42 (app.jar)?")
        .contains(
            "had no processor for 27 % of the time in which they could run: for 2.30 of 8.40 s. Who"
                + " had the processors: the application for 6.10 s, the JVM's compilers for 2.90 s,"
                + " other programs for 0.50 s.")
        .contains("| http-nio-*-exec-* | 200 | 6.10 | 2.30 |");
  }

  @Test
  void whereProcessorsWereFreeThePageSaysThatSlowRequestsWaitForSomethingElse() {
    String page = explanation(List.of(workers(1, 0.02)), 0, JvmEvents.NONE, "").text();

    assertThat(page.replaceAll("\\s+", " "))
        .contains("ran for 1.00 s and waited for one for 0.02 s (2.0 %). If requests were slow");
  }

  @Test
  void aJvmThatDidNothingHasNoAnswer() {
    assertThat(explanation(List.of(workers(0, 0)), 0, JvmEvents.NONE, "").text())
        .contains("The application did nothing");
  }

  @Test
  void stopsPinsAndLocksAreCountedAndPlaced() {
    JvmEvents events =
        new JvmEvents(
            List.of(spot("G1CollectForAllocation", 12, 90), spot("HandshakeAllThreads", 2, 1)),
            List.of(spot("com.example.Cache.get:42", 3, 36)),
            List.of(spot("java.util.Hashtable at com.example.Users.find:7", 5, 250)));

    assertThat(explanation(List.of(workers(1, 0)), 0, events, "").text().replaceAll("\\s+", " "))
        .contains(
            "All threads were stopped 14 times, for 91.0 ms in all and 90.0 ms at most:"
                + " G1CollectForAllocation (12, 90.0 ms), HandshakeAllThreads (2, 1.0 ms).")
        .contains(
            "kept their carrier 3 times, for 36.0 ms in all and 36.0 ms at most:"
                + " com.example.Cache.get:42 (3, 36.0 ms).")
        .contains("java.util.Hashtable at com.example.Users.find:7 (5, 250 ms).");
  }

  @Test
  void withoutAFlightRecorderThePageSaysWhy() {
    assertThat(explanation(List.of(workers(1, 0)), 0, JvmEvents.NONE, "there is none").text())
        .contains("No stops, pinned threads or locks: there is none")
        .doesNotContain("stopped");
  }

  private static Explanation explanation(
      List<ThreadUse> uses, double others, JvmEvents events, String silence) {
    return new Explanation("42 (app.jar)", Duration.ofSeconds(10), uses, others, events, silence);
  }

  private static ThreadUse workers(double ran, double waited) {
    return new ThreadUse(ThreadKind.APPLICATION, "http-nio-*-exec-*", 200, ran, waited);
  }

  /** The longest took as long as all. */
  private static Spot spot(String what, int times, long millis) {
    return new Spot(what, times, Duration.ofMillis(millis), Duration.ofMillis(millis));
  }
}
