package tailgate.lab.candidate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CandidateTest {

  @Test
  void theCommandLearnsWhereToListenAndWhatToDo() {
    Candidate candidate = Candidate.parse("a=srv --port={port} '{root}' {handler} ${X} {other}");

    assertThat(
            candidate.commandLine(
                Map.of("port", "8010", "root", "/www", "handler", "'--simulate-io' '20ms'")))
        .isEqualTo("srv --port=8010 '/www' '--simulate-io' '20ms' ${X} {other}");
    assertThat(candidate.learnsHandler()).isTrue();
    assertThat(Candidate.parse("a=srv {port}").learnsHandler()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "nginx, is not NAME=COMMAND",
    "nginx=, is not NAME=COMMAND",
    "my server=x {port}, is not a name",
    "../x=x {port}, is not a name",
    "nginx=nginx, the command of 'nginx' has no {port}"
  })
  void whatIsNoCandidateIsRefused(String text, String complaint) {
    assertThatThrownBy(() -> Candidate.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(complaint.replace("''", "'"));
  }

  @Test
  void aJarWithItsArgumentsNeedsNoPort() {
    Map<String, String> values = Map.of("port", "8010", "java", "/bin/java -Xmx1g");

    assertThat(Candidate.parse("a=target/app.jar --x=y z").commandLine(values))
        .startsWith("exec env SERVER_PORT=8010 ")
        .endsWith(" /bin/java -Xmx1g -jar target/app.jar --x=y z");
    assertThat(Candidate.parse("a=java -jar app.jar {port}").commandLine(values))
        .isEqualTo("java -jar app.jar 8010");
  }

  @Test
  void itIsAskedForWhatTheStagesAreUnlessItHasAPathOfItsOwn() {
    Candidate candidate = Candidate.parse("a=x {port}");

    assertThat(candidate.pathBeside("/data.json")).isEqualTo("/data.json");
    assertThat(candidate.asking("/slow?ms=20").pathBeside("/data.json")).isEqualTo("/slow?ms=20");
  }

  @ParameterizedTest
  @CsvSource({"slow", "/a b", "/a#b", "/${x}", "/[x]", "/a\\b"})
  void aPathThatIsNoneIsRefused(String path) {
    Candidate candidate = Candidate.parse("a=x {port}");

    assertThatThrownBy(() -> candidate.asking(path))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the path of 'a' begins with /");
  }
}
