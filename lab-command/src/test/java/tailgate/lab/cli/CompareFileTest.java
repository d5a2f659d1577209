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

  private static final String HOME = System.getProperty("java.home");

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
  void aVersionIsFoundByTheLauncher() throws Exception {
    launcher("test \"$1 $2\" = 'jdk " + OURS + "' && echo '" + HOME + "'");

    assertThat(compare("carriers", "--java", Integer.toString(OURS))).isEqualTo(1);

    assertThat(out.toString()).startsWith("only Java " + OURS + " takes part; ");
  }

  @Test
  void aVersionThatTheLauncherDoesNotFindIsNamed() throws Exception {
    launcher("exit 1");

    assertThat(compare("carriers", "--java", "21,99")).isEqualTo(1);

    assertThat(err.toString()).startsWith("tailgate: --java: there is no Java 21");
  }

  @Test
  void twoBuildsOfAVersionHaveTheNamesThatWereAskedFor() throws Exception {
    launcher("echo '%s'".formatted(HOME));

    assertThat(compare("carriers", "--java", "25.0.3,25.0.5")).isEqualTo(1);

    assertThat(err.toString()).contains("docs/examples/CarrierHolders.java");
  }

  private void launcher(String command) throws Exception {
    Path launcher = Files.writeString(root.resolve("tailgate"), "#!/bin/sh\n" + command);
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a=PATH", "PATH,PATH", "21,25"})
  void otherExperimentsTakeOneJava(String several) {
    assertThat(compare("evolution", "--java", several)).isEqualTo(2);

    assertThat(err.toString()).contains("evolution takes one --java");
  }

  @Test
  void theRaceTakesOneJava() {
    assertThat(run(List.of("race", "--no-open", "--java=21,25", "--project-root=" + root)))
        .isEqualTo(1);

    assertThat(err.toString()).contains("several --java are for carriers, jvm and java-*");
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
        "threads",
        "scale",
        "slow-handler",
        "fan-out"
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
        "handoff | --kinds=stack | no queue 'stack'; there are lock, semaphores, park, linked",
        "handoff | --tests=0 | --tests is a number from 1 to 100, not '0'",
        "handoff | --file-size=65MiB | --file-size is 1 to 64MiB",
        "handoff | --stage-args=event-loop=-x | --stage-args: 'event-loop' takes no part",
        "scale | --parts=nope | no part 'nope'; there are stages, rust-pool, rust-burst,"
            + " rust-submit, c-server",
        "scale | --only=stage=threadpool --parts=rust-pool | --stages and --handler are for the"
            + " part",
        "scale | --connections=old | no connections 'old'; there are kept, new",
        "scale | --users=0 | users are a number such as 500, not '0'",
        "scale | --stages=threadpoll | no stage 'threadpoll'; there are singlethreaded,"
            + " thread-per-",
        "scale | --handler=A | --handler-jar and --handler need each other",
        "scale | --parts=c-server --candidate=a={port} | --candidate and --servers are for",
        "fan-out | --stage-args=event-loop=-x | --stage-args: 'event-loop' takes no part",
        "idlers | --connections=none | --connections is a number from 1 to 50000, not 'none'",
        "threads | --stages=threadpool | no stage 'threadpool'; there are thread-per-request, ",
        "threads | --only=way=a | no axis 'way'; there are stage, dispatch",
        "threads | --only=stage | --only takes AXIS=VALUE, such as --only stage=threadpool, not",
        "jvm | --collectors=cms | no collector 'cms'; there are g1, serial, parallel, zgc",
        "jvm | --gc=zgc | jvm chooses the collector of each server: it takes no --gc",
        "burst | --path=data.json | --path begins with /",
        "burst | --path=/../x | --path begins with /",
        "burst | --path=/nope.txt | --path: there is no /nope.txt in",
        "burst | --file-size=0 | --file-size is 1 to 64MiB, such as 10 or 4KiB, not '0'",
        "burst | --stage-args=threadpool=8 | --stage-args: 'threadpool' gets options",
        "burst | --stage-args=threadpool=--port=80 | --stage-args: the lab sets --port=80 itself",
        "burst | --handlers=io-49ms | no handler 'io-49ms'; there are none, cpu-2ms",
        "burst | --trials=0 | --blocks must be at least 1, not 0",
        "burst | --sequential=0.5 | --sequential takes a p-value from 0.0001 to 0.05, not 0.5",
        "burst | --sequential --blocks=10 | --sequential finds the number of blocks, and takes no",
        "warm-up | --sequential | warm-up: --sequential needs a claim to decide, about",
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
        "servers | --stages=jboss | no stage 'jboss'; there are tomcat, tomcat-virtual, jetty, ",
        "servers | --stage-args=tomcat=-x | --stage-args: 'tomcat' takes no part",
        "servers | --stages=tomcat | lib; build it with: mvn -Pcandidates package",
        "servers | --servers=jdk | build it with: mvn -Pcandidates package",
        "mixed | --handler=a.B | --handler-jar and --handler need each other"
      })
  void armsThatCannotTakePartAreRefused(String experiment, String options, String message) {
    String[] words = (experiment + " " + options).split(" ");

    assertThat(compare(words)).isEqualTo(2);

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

    assertThat(compare("burst", "--handler-jar=/no.jar", "--handler=a.B", "--spike-rate=9"))
        .isEqualTo(2);
    assertThat(err.toString()).contains("--handler-jar: there is no file /no.jar");

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
  void anExperimentWithHandlersTakesNoOther() throws Exception {
    Path jar = Files.createFile(root.resolve("a.jar"));

    assertThat(compare("sizing", "--handler-jar", jar.toString(), "--handler", "A")).isEqualTo(2);

    assertThat(err.toString()).contains("sizing has handlers of its own: it takes no --handler");
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
    return run(arguments);
  }

  private int run(List<String> arguments) {
    CommandLine lab = Lab.commandLine();
    lab.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    return Lab.execute(lab, arguments.toArray(String[]::new));
  }
}
