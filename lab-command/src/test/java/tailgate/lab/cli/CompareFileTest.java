package tailgate.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tailgate.lab.testing.FakeJMeter;
import tailgate.lab.testing.FakeProject;
import tailgate.lab.testing.FakeStage;

/** What is missing is said before anything starts. */
@Tag("slow")
class CompareFileTest {

  private static final int OURS = Runtime.version().feature();

  @TempDir Path root;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void project() throws Exception {
    FakeProject.in(root, FakeJMeter.Behaviour.WRITES_SAMPLES)
        .with("virtual-threads", FakeStage.Behaviour.SERVES)
        .with("threadpool", FakeStage.Behaviour.SERVES)
        .withExperiments();
  }

  @Test
  void aJavaThatIsNotThereIsNamed() {
    assertThat(compare("carriers", "--java", "21=/no/java")).isEqualTo(1);

    assertThat(err.toString()).startsWith("tailgate: cannot run /no/java -version; see --java");
  }

  @Test
  void aJavaOfAnotherVersionThanItsNameIsRefused() {
    assertThat(compare("carriers", "--java", "1=" + FakeProject.JAVA)).isEqualTo(1);

    assertThat(err.toString())
        .startsWith("tailgate: --java: " + FakeProject.JAVA + " is Java " + OURS)
        .contains(", not 1");
  }

  @Test
  void oneJavaAloneIsSaidToBeAlone() {
    assertThat(compare("carriers")).as("the fake project has no handlers").isEqualTo(1);

    assertThat(out.toString()).startsWith("only Java " + OURS + " takes part; ");
    assertThat(err.toString()).contains("docs/examples/CarrierHolders.java");
  }

  @Test
  void otherExperimentsTakeOneJava() {
    assertThat(compare("scale", "--java", "a=" + FakeProject.JAVA)).isEqualTo(2);

    assertThat(err.toString()).contains("--java NAME=PATH is for carriers");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mixed",
        "idlers",
        "locals",
        "computing",
        "new-connections",
        "sizing",
        "distance",
        "threads"
      })
  void theOthersTakeOneJava(String experiment) {
    String two = "a=%s,b=%s".formatted(FakeProject.JAVA, FakeProject.JAVA);

    assertThat(compare(experiment, "--java", two)).isEqualTo(2);

    assertThat(err.toString()).contains(experiment + " takes one --java");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "carriers | --ways=park,sleep | no way 'sleep'; there are park, monitor, loading",
        "mixed | --slow=sleep | no slow 'sleep'; there are none, block, compute",
        "idlers | --stages=singlethreaded | no stage 'singlethreaded'; there are thread-per-",
        "handoff | --kinds=stack | no queue 'stack'; there are lock, semaphores, park, array",
        "handoff | --tests=0 | --tests is a number from 1 to 100, not '0'",
        "handoff | --file-size=65MiB | --file-size is 1 to 64MiB",
        "handoff | --stage-args=event-loop=-x | --stage-args: 'event-loop' takes no part",
        "idlers | --connections=none | --connections is a number from 1 to 50000, not 'none'",
        "threads | --stages=threadpool | no stage 'threadpool'; there are thread-per-request, ",
        "threads | --only=way=a | no axis 'way'; there are stage, dispatch",
        "threads | --only=stage | --only takes AXIS=VALUE, such as --only stage=threadpool, not",
        "jvm | --collectors=cms | no collector 'cms'; there are g1, serial, parallel, zgc",
        "jvm | --gc=zgc | jvm chooses the collector of each server: it takes no --gc",
        "burst | --handlers=io-49ms | no handler 'io-49ms'; there are none, cpu-2ms",
        "burst | --trials=0 | --blocks must be at least 1, not 0",
        "burst | --max-workers=7 | --max-workers is a number from 8 to 1024, not '7'",
        "burst | --connections=old | no connections 'old'; there are new, kept",
        "burst | --arrivals=never | no value of --arrivals 'never'; there are poisson, uniform",
        "burst | --stage-args=event-loop=-x | --stage-args: 'event-loop' takes no part",
        "burst | --spike-rate=0 | --spike-rate is a number from 1 to 100000, not '0'",
        "burst | --spike-rate=9 | --spike-rate is for a handler of your own: --handler",
        "overload | --stages=netty | no stage 'netty'; there are singlethreaded, ",
        "overload | --policies=red | no policy 'red'; there are none, fifo, reject, deadline,"
            + " codel,",
        "overload | --handlers=sleeps | no handler 'sleeps'; there are waits, computes, back-end",
        "overload | --clients=angry | no clients 'angry'; there are leave, retry, back-off,",
        "overload | --loads=0.5,2,11 | --loads has numbers from 0 to 10, not '11'",
        "overload | --loads=much | --loads has numbers from 0 to 10, not 'much'",
        "overload | --blocks=0 | --blocks must be at least 1, not 0",
        "mixed | --handler=a.B | --handler-jar and --handler need each other"
      })
  void armsThatCannotTakePartAreRefused(String experiment, String option, String message) {
    assertThat(compare(experiment, option)).isEqualTo(2);

    assertThat(err.toString()).contains(message);
  }

  @Test
  void stagesWithoutSuchAPolicyLeaveNothing() {
    assertThat(compare("overload", "--stages=virtual-threads", "--policies=reject")).isEqualTo(1);

    assertThat(err.toString()).contains("overload.yaml: no arm is left");
  }

  @Test
  void aHandlerOfOnesOwnNeedsTheRateOfItsSpikes() throws Exception {
    String jar = Files.createFile(root.resolve("a.jar")).toString();

    assertThat(compare("burst", "--handler-jar", jar, "--handler=a.B")).isEqualTo(2);
    assertThat(err.toString()).contains("--handler needs --spike-rate: arrivals per second in a");

    assertThat(
            compare(
                "burst",
                "--handler-jar",
                jar,
                "--handler=a.B",
                "--spike-rate=9",
                "--handlers=none"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("--spike-rate leaves no use for another choice of handler");

    assertThat(compare("mixed", "--handler-jar", jar, "--handler=a.B")).isEqualTo(2);
    assertThat(err.toString()).contains("mixed has handlers of its own: it takes no --handler");
  }

  @Test
  void aJavaThatDoesNotTakeTheOptionsOfAVariantIsNamed() {
    assertThat(compare("jvm", "--heaps", "256m,1k")).isEqualTo(1);

    assertThat(err.toString())
        .startsWith("tailgate: Java " + OURS + " does not start with -Xmx1k")
        .contains("Too small");
  }

  @Test
  void aMistakeInAUsersOwnFileIsNamedWithItsLine() throws Exception {
    Path mine = Files.writeString(root.resolve("mine.yaml"), "question: Why?\nlod: {}\n");

    assertThat(compare(mine.toString())).isEqualTo(1);

    assertThat(err.toString()).startsWith("tailgate: mine.yaml:2: there is no \"lod\" here; ");
  }

  @Test
  void aFileThatIsNotThereIsNamed() {
    assertThat(compare("./missing.yaml")).isEqualTo(1);

    assertThat(err.toString()).startsWith("tailgate: there is no file ./missing.yaml");
  }

  @Test
  void oneJvmAloneIsSaidToBeAlone() {
    assertThat(compare("jvm")).as("the fake project has no handlers").isEqualTo(1);

    assertThat(out.toString()).startsWith("only Java " + OURS + " takes part; ");
    assertThat(err.toString()).contains("docs/examples/SmallObjects.java");
  }

  private int compare(String... options) {
    List<String> arguments = new ArrayList<>(List.of("compare", options[0]));
    arguments.addAll(
        List.of(
            "--cpus=shared",
            "--on-busy=ignore",
            "--seed=7",
            "--quick",
            "--project-root",
            root.toString()));
    arguments.addAll(List.of(options).subList(1, options.length));
    CommandLine lab = Lab.commandLine();
    lab.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    return Lab.execute(lab, arguments.toArray(String[]::new));
  }
}
