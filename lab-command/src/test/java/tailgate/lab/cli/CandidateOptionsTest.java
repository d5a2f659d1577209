package tailgate.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import tailgate.lab.project.Project;
import tailgate.lab.testing.FakeJMeter;
import tailgate.lab.testing.FakeProject;
import tailgate.lab.testing.FakeStage;

class CandidateOptionsTest {

  @TempDir Path root;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void aProject() throws Exception {
    FakeProject.in(root, FakeJMeter.Behaviour.FAILS).with("threadpool", FakeStage.Behaviour.SERVES);
    Path folder = Files.createDirectories(root.resolve("lab/experiments"));
    for (Path file : new Project(Path.of("..").toRealPath()).experiments()) {
      Files.copy(file, folder.resolve(file.getFileName()));
    }
    Path servers = new Project(root).candidates();
    Files.createDirectories(servers.resolve("lib"));
    Files.writeString(servers.resolve("servers.txt"), "# a list\ntomcat 11.0.27 a\njdk - a\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "choose|--candidate=a|--candidate: 'a' is not NAME=COMMAND",
        "choose|--candidate=a=x|--candidate: the command of 'a' has no {port}",
        "choose|--candidate=threadpool=x {port}|--candidate: 'threadpool' is the name of a stage",
        "choose|--candidate=a=x {port};--candidate=a=y {port}|--candidate: there are two of the",
        "choose|--candidate-path=a=/x|--candidate: --candidate-path names 'a', which there is not",
        "choose|--candidate=a=x {port};--candidate-path=a=x|--candidate: the path of 'a' begins",
        "choose|--candidate=a=x {port};--simulate-io=20ms|--candidate: the stages run a handler"
            + " that waits 20ms; say where the other server does the same work: --candidate-path"
            + " a=/PATH",
        "choose|--candidate=a=x {port};--on-difference=no|Invalid value for option",
        "choose|--servers=tomcatt|--servers: no server 'tomcatt'; there are tomcat, jdk, and all",
        "choose|--servers=jdk;--handler-jar=pom.xml;--handler=a.B;--method=POST|--servers: there, a"
            + " handler of your own gets a GET",
        "compare;servers|--stages=jetty|no server 'jetty'; there are tomcat, jdk, and all",
        "compare;handoff|--servers=all|--candidate and --servers are for choose",
        "compare;slow-handler|--candidate=a=x {port}|--candidate: the stages run --simulate-io",
        "compare;handoff|--candidate=a=x {port}|--candidate and --servers are for choose",
        "compare|--candidate=a=x {port}|--candidate and --servers are for choose",
        "compare;scale|--parts=c-server;--candidate=a=x {port}|--candidate and --servers are for"
            + " choose",
      })
  void aWrongOptionIsOneClearLine(String command, String options, String complaint) {
    assertThat(lab(command + ";" + options)).isEqualTo(2);

    assertThat(err.toString()).startsWith("tailgate: " + complaint);
  }

  @ParameterizedTest
  @CsvSource({
    "choose;--quick;--stages=threadpool;--candidate=a=exit {port}",
    "compare;scale;--quick;--stages=threadpool;--candidate=a=exit {port}",
    "compare;--candidate=a=exit {port};scale;--quick;--stages=threadpool"
  })
  void allCommandsThatTakeCandidatesLookAtThemFirst(String options) {
    assertThat(lab(options + ";--cpus=shared;--on-busy=ignore;--seed=1")).isEqualTo(1);

    assertThat(err.toString()).startsWith("tailgate: a: ended before it answered, with exit code");
    assertThat(out.toString()).isEmpty();
  }

  private int lab(String options) {
    List<String> words = new ArrayList<>(List.of(options.split(";")));
    words.addAll(List.of("--project-root", root.toString()));
    words.addAll(List.of("--java", FakeProject.JAVA));
    CommandLine lab = Lab.commandLine();
    lab.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
    return Lab.execute(lab, words.toArray(String[]::new));
  }
}
