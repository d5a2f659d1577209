package tailgate.lab.jmeter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.process.Children;
import tailgate.lab.run.RunningServer;

/** Each plan with a handful of users: every request is made, and none fails. */
@Tag("jmeter")
class PlansRunTest {

  @TempDir Path folder;

  private final Children children = new Children(Duration.ofSeconds(30));

  @AfterEach
  void leaveNoOrphans() {
    children.close();
  }

  @Test
  void evolution() throws Exception {
    Path samples =
        run("evolution", "users=10", "rampUp=1", "loops=3", "thinkTime=200", "warmUpLoops=2");

    assertNoneFailed(samples, "request", 30);
    assertNoneFailed(samples, "warm-up", 20);
    assertThat(Jtl.read(samples, "request").peakUsers()).as("they overlap").isGreaterThan(3);
  }

  @Test
  void slowHandler() throws Exception {
    Path samples = run("slow-handler", "users=10", "loops=3", "rampUp=0", "warmUpLoops=1");

    assertNoneFailed(samples, "request", 30);
  }

  @Test
  void scale() throws Exception {
    Path samples =
        run(
            "scale",
            "users1=1",
            "users2=2",
            "users3=7",
            "users4=0",
            "users5=0",
            "users6=0",
            "users7=0",
            "loops=3",
            "rampUp=0",
            "duration=60",
            "warmUpLoops=1");

    for (int users : List.of(1, 2, 7)) {
      assertNoneFailed(samples, "kept, users: " + users, 3 * users);
      assertNoneFailed(samples, "new, users: " + users, 3 * users);
    }
  }

  @Test
  void burst() throws Exception {
    Path samples =
        run(
            "burst",
            "warmUp=10",
            "warmUpTime=1",
            "quiet=4",
            "quietTime=1",
            "spike=20",
            "spikeTime=1",
            "coolDown=2",
            "coolDownTime=1",
            "connectTimeout=1000",
            "responseTimeout=2000");

    assertNoneFailed(samples, "request", 3 * (4 + 20 + 2));
    assertNoneFailed(samples, "warm-up", 10);
  }

  @Test
  void steady() throws Exception {
    Path samples =
        run(
            "steady",
            "rate=50",
            "time=2",
            "warmUpTime=1",
            "connectTimeout=1000",
            "responseTimeout=2000");

    assertNoneFailed(samples, "request", 100);
    assertNoneFailed(samples, "warm-up", 25);
  }

  private Path run(String plan, String... properties) throws Exception {
    RealJMeter jmeter = RealJMeter.here();
    try (RunningServer server = jmeter.stage(children, folder)) {
      List<String> all = new ArrayList<>(List.of(properties));
      all.add("port=" + server.ready().port());
      return jmeter.run(children, plan, all, folder);
    }
  }

  private static void assertNoneFailed(Path samples, String label, int count) throws Exception {
    assertThat(Jtl.read(samples, label).count()).as(label).isEqualTo(count);
    assertThat(Jtl.read(samples, label).failures()).as(label).isZero();
  }
}
