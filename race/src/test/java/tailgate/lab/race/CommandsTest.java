package tailgate.lab.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tailgate.lab.LabException;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.machine.Heaps;
import tailgate.lab.project.Project;
import tailgate.lab.run.ServerSpec;

class CommandsTest {

  private static final RaceFolder SITE = new RaceFolder(Path.of("folder"));

  @Test
  void anotherRateStartsNoServerAgain() {
    assertThat(changed(Map.of("rate", 3, "idle", 5, "slowReaders", 1, "seed", 8, "slots", 9)))
        .isEmpty();
  }

  @Test
  void otherWorkersStartThePoolsAgain() {
    assertThat(changed(Map.of("workers", 3))).containsExactly("threadpool", "adaptive-pool");
  }

  @Test
  void anotherHandlerStartsAllAgain() {
    assertThat(changed(Map.of("handler", "mixed"))).isEqualTo(Project.STAGES);
  }

  @Test
  void theBackEndIsAHandlerWithItsSlots() {
    RaceSettings settings =
        RaceSettings.USUAL.with(JsonFiles.tree(Map.of("handler", "slots", "slots", 7)));

    ServerSpec server = Commands.server("event-loop", settings, SITE);

    assertThat(server.arguments())
        .containsSubsequence("--reactors", "1", "--handler-jar", "--handler")
        .contains(SlotsHandler.class.getName());
    assertThat(server.jvm()).contains("-Dtailgate.race.slots=7");
  }

  @Test
  void aContainerWithLittleMemoryHasSmallHeaps() {
    assertThat(Commands.heap(Heaps.UNLIMITED)).startsWith("-Xms64m", "-Xmx512m");
    assertThat(Commands.heap(new Heaps(OptionalLong.of(2_048)))).startsWith("-Xms64m", "-Xmx134m");
    assertThat(Commands.heap(new Heaps(OptionalLong.of(800)))).startsWith("-Xms48m", "-Xmx48m");
  }

  @Test
  void serversThatDoNotFitIntoAContainerAreRefused() throws Exception {
    Heaps little = new Heaps(OptionalLong.of(800));
    Race.checkMemory(little, 2);

    assertThatThrownBy(() -> Race.checkMemory(little, 6))
        .isInstanceOf(LabException.class)
        .hasMessage(
            "6 servers and the lab need 1,528 MiB together, and the container has 800: give it"
                + " more (docker run --memory), or name fewer with --stages");
  }

  private static List<String> changed(Map<String, ?> changes) {
    RaceSettings other = RaceSettings.USUAL.with(JsonFiles.tree(changes));
    return Project.STAGES.stream()
        .filter(
            stage ->
                !Commands.server(stage, RaceSettings.USUAL, SITE)
                    .equals(Commands.server(stage, other, SITE)))
        .toList();
  }
}
