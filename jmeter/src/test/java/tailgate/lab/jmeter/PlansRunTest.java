package tailgate.lab.jmeter;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.export.ExportFormat;
import tailgate.lab.export.PortableLoad;
import tailgate.lab.load.Arrivals;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.RequestSpec;
import tailgate.lab.load.RequestSpec.Header;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;
import tailgate.lab.process.Children;
import tailgate.lab.run.RunningServer;
import tailgate.lab.url.ServiceObjective;

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

  @Test
  void anOpenLoadThatWasExported() throws Exception {
    Segment second = new Segment(Kind.STEADY, 1, 40, 1_000);

    Path samples = export(Model.OPEN, 100, List.of(second, new Segment(Kind.STEADY, 2, 20, 1_000)));

    long gets = Jtl.read(samples, "GET /logo.svg").count();
    assertThat(gets).isBetween(1L, 59L);
    assertNoneFailed(samples, "GET /logo.svg", (int) gets);
    assertNoneFailed(samples, "HEAD /data.json?a=1&b=2", 60 - (int) gets);
  }

  @Test
  void aClosedLoadThatWasExported() throws Exception {
    Path samples = export(Model.CLOSED, 4, List.of(new Segment(Kind.STEADY, 1, 0, 2_000)));

    assertThat(Jtl.read(samples, "GET /logo.svg").count()).isPositive();
    assertThat(Jtl.read(samples, "GET /logo.svg").failures()).isZero();
    assertThat(Jtl.read(samples, "HEAD /data.json?a=1&b=2").count()).isPositive();
  }

  private Path export(Model model, int users, List<Segment> segments) throws Exception {
    RealJMeter jmeter = RealJMeter.here();
    try (RunningServer server = jmeter.stage(children, folder)) {
      LoadSpec spec =
          new LoadSpec("/", true, users, model, segments, 1_000, 1, Arrivals.poisson(1));
      List<Header> fields = List.of(new Header("X-A", "${b}, c"));
      RequestSpec head =
          new RequestSpec("HEAD", "/data.json?a=1&b=2", fields, ByteBuffer.allocate(0), 1);
      PortableLoad load =
          new PortableLoad(
              URI.create("http://127.0.0.1:" + server.ready().port()),
              spec,
              List.of(RequestSpec.get("/logo.svg", List.of()), head),
              null,
              false,
              new ServiceObjective(List.of()));
      Path plan = folder.resolve("load.jmx");
      Files.writeString(plan, ExportFormat.JMX.write(load).text());
      return jmeter.run(children, plan, List.of(), folder);
    }
  }

  private Path run(String plan, String... properties) throws Exception {
    RealJMeter jmeter = RealJMeter.here();
    try (RunningServer server = jmeter.stage(children, folder)) {
      List<String> all = new ArrayList<>(List.of(properties));
      all.add("port=" + server.ready().port());
      return jmeter.run(children, Path.of("plans", plan + ".jmx"), all, folder);
    }
  }

  private static void assertNoneFailed(Path samples, String label, int count) throws Exception {
    assertThat(Jtl.read(samples, label).count()).as(label).isEqualTo(count);
    assertThat(Jtl.read(samples, label).failures()).as(label).isZero();
  }
}
