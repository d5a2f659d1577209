package tailgate.lab.jmeter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.LabException;
import tailgate.lab.process.Children;
import tailgate.lab.run.Ready;
import tailgate.lab.run.RunContext;
import tailgate.lab.testing.FakeJMeter;
import tailgate.lab.testing.FakeJar;
import tailgate.lab.testing.FakeProject;

class JMeterRunTest {

  private static final RampUpLoad LOAD = new RampUpLoad(20, Duration.ZERO, "/data.json", false);
  private static final RampUpLoad THOUSAND =
      new RampUpLoad(1_000, Duration.ofSeconds(6), "/data.json", false);

  private static final Duration PLENTY = Duration.ofMinutes(2);

  @TempDir Path folder;

  private final Children children = new Children(PLENTY);

  @AfterEach
  void leaveNoOrphans() {
    children.close();
  }

  @Test
  void leavesItsSamplesInTheFolder() throws Exception {
    run(FakeJMeter.Behaviour.WRITES_SAMPLES, PLENTY);

    assertThat(Jtl.read(folder.resolve("samples.jtl"), "request").count()).isEqualTo(20);
  }

  @Test
  void aJMeterThatFailsIsReportedWithItsLastWords() {
    assertThatThrownBy(() -> run(FakeJMeter.Behaviour.FAILS, PLENTY))
        .isInstanceOf(LabException.class)
        .hasMessageStartingWith("JMeter ended with exit code 1\n")
        .hasMessageEndingWith("\n  | cannot read the plan");
  }

  @Test
  void aJMeterThatHangsIsStopped() {
    assertThatThrownBy(
            () -> run(FakeJMeter.Behaviour.WRITES_SAMPLES_AND_HANGS, Duration.ofSeconds(1)))
        .isInstanceOf(LabException.class)
        .hasMessageStartingWith("JMeter was not done after 1 s");
  }

  @Test
  void theLoadIsPassedAsProperties() throws Exception {
    JMeterRun run =
        new JMeterRun(
            "java",
            Path.of("j.jar"),
            Path.of("p.jmx"),
            Duration.ofSeconds(3),
            PLENTY,
            Injectors.NONE);

    assertThat(run.command(8010, THOUSAND, folder))
        .startsWith(
            "java",
            "-Xss256k",
            JMeterRun.memory().get(1),
            "-jar",
            "j.jar",
            "-n",
            "-t",
            "p.jmx",
            "-l")
        .contains("-Jport=8010", "-Jusers=1000", "-JrampUp=6", "-JresponseTimeout=3000");
  }

  @Test
  void injectorsShareTheUsersAndAreSentTheLoad() throws Exception {
    Injectors injectors =
        new Injectors(
            List.of(InjectorAddress.parse("127.0.0.2"), InjectorAddress.parse("127.0.0.3:2000")),
            new InjectorKey(Path.of("/keys/rmi.p12")));
    JMeterRun run =
        new JMeterRun(
            "java", Path.of("j.jar"), Path.of("p.jmx"), Duration.ofSeconds(3), PLENTY, injectors);

    assertThat(run.command(8010, THOUSAND, folder))
        .contains("-Ghost=127.0.0.1", "-Gport=8010", "-Gusers=500", "-GrampUp=6")
        .contains("-R", "127.0.0.2:1099,127.0.0.3:2000")
        .contains("-Jserver.rmi.ssl.keystore.file=rmi.p12")
        .contains("-Djava.rmi.server.hostname=127.0.0.1")
        .doesNotContain("-Jusers=1000", "-Jusers=500");
  }

  private void run(FakeJMeter.Behaviour behaviour, Duration allowance)
      throws IOException, LabException, InterruptedException {
    Path jar = folder.resolve("ApacheJMeter.jar");
    FakeJar.write(jar, FakeJMeter.class, behaviour);
    new JMeterRun(
            FakeProject.JAVA, jar, Path.of("plan.jmx"), Duration.ZERO, allowance, Injectors.NONE)
        .drive(
            LOAD,
            new Ready(1, 1, Optional.empty()),
            new RunContext(children, new PrintWriter(Writer.nullWriter()), folder));
  }
}
