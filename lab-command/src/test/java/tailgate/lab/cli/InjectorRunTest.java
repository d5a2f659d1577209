package tailgate.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tailgate.lab.jmeter.Jtl;
import tailgate.lab.jmeter.RealJMeter;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerView;
import tailgate.lab.project.Project;
import tailgate.lab.testing.FakeProject;

/** Two injectors, each a machine of its own as far as an address can tell. */
@Tag("jmeter")
class InjectorRunTest {

  @TempDir Path folder;

  private final List<Process> injectors = new ArrayList<>();

  @AfterEach
  void leaveNoOrphans() throws Exception {
    injectors.forEach(Process::destroy);
    for (Process injector : injectors) {
      injector.waitFor(120, TimeUnit.SECONDS);
    }
  }

  @Test
  void everySampleOfEveryInjectorArrivesOnce() throws Exception {
    Project project = RealJMeter.here().project();
    String first = inject("127.0.0.2");
    String second = inject("127.0.0.3");

    // Two stages, for injectors have to be good for more than one run.
    String report = compare(project, first + "," + second);

    for (String stage : List.of("threadpool", "event-loop")) {
      Path samples =
          folder.resolve("raw/block-1/caffeine-%s-true/%1$s/samples.jtl".formatted(stage));
      assertThat(measured(samples, "request").requests()).as(report).isEqualTo(20);
      assertThat(measured(samples, "request").figures().failed()).as(report).isZero();
      assertThat(measured(samples, "warm-up").requests()).isEqualTo(2 * 10 * 200);
      assertThat(requestsOf(samples, first)).isEqualTo(10);
      assertThat(requestsOf(samples, second)).isEqualTo(10);
    }
  }

  @Test
  void anInjectorEndsWithAllThatIsItsOwn() throws Exception {
    RealJMeter.here();
    inject("127.0.0.2");
    Process injector = injectors.get(0);
    List<ProcessHandle> family = injector.descendants().toList();

    injector.destroy();

    assertThat(injector.waitFor(120, TimeUnit.SECONDS)).isTrue();
    assertThat(injector.exitValue()).isEqualTo(128 + 15);
    assertThat(family).as("JMeter").hasSize(1).noneMatch(ProcessHandle::isAlive);
  }

  /** Returns the address of an injector that is ready. */
  private String inject(String host) throws IOException {
    String address = host + ":" + freePort(host);
    Path out = folder.resolve(host + ".out");
    injectors.add(
        new ProcessBuilder(
                FakeProject.JAVA,
                "-cp",
                System.getProperty("java.class.path"),
                Lab.class.getName(),
                "injector",
                "--on=" + address,
                "--key-store=" + folder.resolve("rmi.p12"),
                "--project-root=..")
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start());
    await().until(() -> Files.readString(out).contains("Press Ctrl-C to end it"));
    return address;
  }

  /** One whose next port is free as well, as far as one can know. */
  private static int freePort(String host) throws IOException {
    while (true) {
      try (ServerSocket one = new ServerSocket(0, 1, InetAddress.getByName(host));
          ServerSocket next =
              new ServerSocket(one.getLocalPort() + 1, 1, InetAddress.getByName(host))) {
        return next.getLocalPort() - 1;
      } catch (java.net.BindException e) {
        // The next one is taken.
      }
    }
  }

  private String compare(Project project, String addresses) {
    StringWriter out = new StringWriter();
    CommandLine lab = Lab.commandLine();
    lab.setOut(new PrintWriter(out)).setErr(new PrintWriter(out));
    int code =
        Lab.execute(
            lab,
            "compare",
            "--cpus=shared",
            "--on-busy=ignore",
            "--stages=threadpool,event-loop",
            "--cache=caffeine",
            "--warm-up=true",
            "--blocks=1",
            "--users=20",
            "--ramp-up=1s",
            "--injectors=" + addresses,
            "--key-store=" + folder.resolve("rmi.p12"),
            "--project-root",
            project.root().toString(),
            "--out=" + folder.resolve("raw"));
    assertThat(code).as(out.toString()).isZero();
    return out.toString();
  }

  private static Measurement measured(Path samples, String label) throws Exception {
    return Jtl.read(samples, label).measurement(label, "", null, ServerView.NOTHING);
  }

  /** JMeter puts an injector's address in front of its threads' names. */
  private static long requestsOf(Path samples, String address) throws IOException {
    try (var lines = Files.lines(samples)) {
      return lines.filter(line -> line.contains(",request,") && line.contains(address)).count();
    }
  }
}
