package tailgate.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.evolution.Load;

class JMeterRunTest {

  private static final Load LOAD = new Load(20, Duration.ZERO);
  private static final Duration PLENTY = Duration.ofSeconds(30);

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
  void theLoadIsPassedAsProperties() {
    JMeterRun run =
        new JMeterRun("java", Path.of("j.jar"), Path.of("p.jmx"), Duration.ofSeconds(3), PLENTY);

    assertThat(run.command(8010, new Load(1_000, Duration.ofSeconds(6)), folder))
        .startsWith("java", "-Xss256k", "-Xmx2g", "-jar", "j.jar", "-n", "-t", "p.jmx", "-l")
        .contains("-Jport=8010", "-Jusers=1000", "-JrampUp=6", "-JresponseTimeout=3000");
  }

  private void run(FakeJMeter.Behaviour behaviour, Duration allowance)
      throws IOException, LabException, InterruptedException {
    Path jar = folder.resolve("ApacheJMeter.jar");
    FakeJar.write(jar, FakeJMeter.class, behaviour);
    new JMeterRun(FakeProject.JAVA, jar, Path.of("plan.jmx"), Duration.ZERO, allowance)
        .run(children, 1, LOAD, folder);
  }
}
