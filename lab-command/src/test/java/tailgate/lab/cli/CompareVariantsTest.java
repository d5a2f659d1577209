package tailgate.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
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
class CompareVariantsTest {

  private static final int OURS = Runtime.version().feature();

  @TempDir Path root;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void project() throws Exception {
    FakeProject.in(root, FakeJMeter.Behaviour.WRITES_SAMPLES)
        .with("virtual-threads", FakeStage.Behaviour.SERVES)
        .with("threadpool", FakeStage.Behaviour.SERVES);
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
        "carriers | --ways=park,sleep | no way to wait 'sleep'; there are park, monitor, loading",
        "mixed | --slow=sleep | no kind of slow requests 'sleep'; there are block, compute",
        "idlers | --stages=singlethreaded | no stage that keeps connections 'singlethreaded'; ",
        "locals | --stages=pool | no stage that keeps connections 'pool'; there are thread-per-",
        "computing | --stages=singlethreaded | no stage with several users 'singlethreaded'; ",
        "new-connections | --stages=singlethreaded | no stage that keeps connections"
            + " 'singlethreaded'; ",
        "threads | --stages=threadpool | no stage in this experiment 'threadpool'; there are"
            + " thread-"
      })
  void armsThatCannotTakePartAreRefused(String experiment, String option, String message) {
    assertThat(compare(experiment, option)).isEqualTo(2);

    assertThat(err.toString()).contains(message);
  }

  @Test
  void aJavaThatDoesNotTakeTheOptionsOfAVariantIsNamed() {
    assertThat(compare("jvm", "--heaps", "256m,1k")).isEqualTo(1);

    assertThat(err.toString())
        .startsWith("tailgate: Java " + OURS + " does not start with -XX:+UseG1GC -Xmx1k")
        .contains("Too small");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--heaps=256M | --heaps takes sizes as -Xmx has them, such as 256m, and not '256M'",
        "--heaps=64m,64m | --heaps names one twice",
        "--collectors=g1,g1 | --collectors names one twice",
        "--collectors=cms | no collector 'cms'; there are serial, parallel, g1, zgc, default",
        "--collectors=compared | no collector 'compared'",
        "--gc=zgc | jvm compares collectors: it takes --collectors, and no --gc"
      })
  void jvmsThatCannotBeMeantAreRefused(String option, String message) {
    assertThat(compare("jvm", option)).isEqualTo(2);

    assertThat(err.toString()).contains(message);
  }

  @Test
  void theShortFormCrossesNothing() {
    assertThat(compare("jvm", "--crossed")).isEqualTo(2);

    assertThat(err.toString()).contains("--quick changes one thing at a time");
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
    return lab.setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments.toArray(String[]::new));
  }
}
