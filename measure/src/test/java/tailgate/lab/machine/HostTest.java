package tailgate.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.machine.Isolation.Collector;

class HostTest {

  private static final String JAVA =
      """
      Property settings:
          java.vendor = Eclipse Adoptium
          java.vendor.url = https://adoptium.net/
          java.version = 21.0.8
          java.runtime.version = 21.0.8+9-LTS
          java.vm.name = OpenJDK 64-Bit Server VM
          java.vm.version = 21.0.8+9-LTS
          line.separator = \\n

      openjdk version "21.0.8" 2025-07-15 LTS
      OpenJDK Runtime Environment Temurin-21.0.8+9 (build 21.0.8+9-LTS)
      OpenJDK 64-Bit Server VM Temurin-21.0.8+9 (build 21.0.8+9-LTS, mixed mode)
      """;

  @Test
  void theJavaIsThatOfTheServers() {
    Host host = Host.of(JAVA);

    assertThat(host.javaVersion()).isEqualTo("21.0.8");
    assertThat(host.javaVendor()).isEqualTo("Eclipse Adoptium");
    assertThat(host.javaVm()).isEqualTo("OpenJDK 64-Bit Server VM 21.0.8+9-LTS");
    assertThat(host.javaBuild()).isEqualTo("21.0.8+9-LTS (Eclipse Adoptium)");
    assertThat(host.processors()).isEqualTo(Runtime.getRuntime().availableProcessors());
  }

  @Test
  void aJavaThatSaysNothingIsUnknown() {
    assertThat(Host.of("").javaVersion()).isEqualTo("unknown");
  }

  @Test
  void theWordsOfAJavaAreItsVersionAndItsBuild() {
    assertThat(Environment.firstTwoLines(JAVA))
        .isEqualTo(
            "openjdk version \"21.0.8\" 2025-07-15 LTS, OpenJDK Runtime Environment"
                + " Temurin-21.0.8+9 (build 21.0.8+9-LTS)");
  }

  @Test
  void aSystemThatLetsNoGeneratorRunFirstIsNamed() {
    Isolation apart =
        new Isolation(Placement.parse("server=0,load=1"), Collector.G1, IdleGate.OPEN).inTurn();

    assertThat(apart)
        .hasToString(
            "server on 0, generator and lab on 1 (no generator may run first);"
                + " collector of the servers: g1");
    assertThat(Host.Parties.of(apart).generatorFirst()).isFalse();
  }

  @Test
  void sharedProcessorsAreNone() {
    Isolation apart =
        new Isolation(Placement.parse("server=0-1,load=2"), Collector.G1, IdleGate.OPEN);

    assertThat(Host.Parties.of(apart))
        .isEqualTo(new Host.Parties(List.of(0, 1), List.of(2), "g1", true));
    assertThat(Host.Parties.of(Isolation.NONE))
        .isEqualTo(new Host.Parties(List.of(), List.of(), "default", null));
  }
}
