package tailgate.lab.candidate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RealServersTest {

  @TempDir Path folder;

  @BeforeEach
  void aBuild() throws IOException {
    Files.writeString(
        folder.resolve("servers.txt"),
        """
        # a comment
        tomcat 11.0.27 tailgate.,org.apache.tomcat.
        jdk - tailgate.
        """);
    Files.createDirectory(folder.resolve("lib"));
    Files.createFile(folder.resolve("lib/tailgate.common-1.jar"));
    Files.createFile(folder.resolve("lib/org.apache.tomcat.embed.core-11.0.27.jar"));
    Files.createFile(folder.resolve("lib/org.eclipse.jetty.jetty-server-12.jar"));
  }

  @Test
  void aServerIsACandidateWithItsVersionAndTheJarsOfItsOwn() {
    Candidate tomcat = RealServers.named(List.of("tomcat"), folder).get(0);

    assertThat(tomcat.name()).isEqualTo("tomcat-11.0.27");
    assertThat(tomcat.command())
        .isEqualTo(
            "exec {java} -cp '{servers}/candidates.jar"
                + ":{servers}/lib/org.apache.tomcat.embed.core-11.0.27.jar"
                + ":{servers}/lib/tailgate.common-1.jar' tailgate.candidates.CandidateServer tomcat"
                + " --port {port} --admin-port {admin} --root '{root}' {handler} {timing}");
    assertThat(tomcat.learnsHandler()).isTrue();
  }

  @Test
  void allAreAllInTheirOrder() {
    assertThat(RealServers.named(List.of("all"), folder))
        .extracting(Candidate::name)
        .containsExactly("tomcat-11.0.27", "jdk");
  }

  @Test
  void anUnknownNameIsRefusedWithTheList() {
    assertThatThrownBy(() -> RealServers.named(List.of("jdk", "jboss"), folder))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no server 'jboss'; there are tomcat, jdk, and all for all of them");
  }

  @Test
  void whatIsNotBuiltIsNamedWithItsRemedy() {
    assertThat(RealServers.named(List.of(), folder.resolve("none"))).isEmpty();
    assertThatThrownBy(() -> RealServers.named(List.of("jdk"), folder.resolve("none")))
        .hasMessageContaining("none/lib; build it with: mvn -Pcandidates package");
  }
}
