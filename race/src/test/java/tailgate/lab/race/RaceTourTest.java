package tailgate.lab.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tailgate.admin.Browser;
import tailgate.lab.machine.Ports;
import tailgate.lab.project.Project;

/**
 * The tour in a real browser, with the real servers under real load: each scene shows what its text
 * promises, or says that the machine is starved and ticks nothing. Needs the jars. Only coarse
 * figures are compared, and a scene may take its time: what a busy machine delays comes later.
 */
@Tag("race")
@Timeout(600)
final class RaceTourTest {

  /** Less: a machine that is starved for so long will stay so. */
  private static final Duration STARVED = Duration.ofSeconds(40);

  private static final Pattern ADDRESS = Pattern.compile("http://127\\.0\\.0\\.1:\\d+/");

  @TempDir Path folder;

  @Test
  void opensThePageShowsWhatEachScenePromisesAndLeavesNothingBehind() throws Exception {
    Optional<Path> program = RacePageTest.chromium();
    assumeTrue(program.isPresent(), "no chromium on the PATH");
    JsonNode scenes = scenes();
    Process race = start();
    List<ProcessHandle> family = List.of();
    try {
      URI address = address(race);
      Awaitility.await("opened where there is a desktop")
          .untilAsserted(() -> assertThat(opened()).isEqualTo(address.toString()));
      try (Browser page =
          Browser.start(program.get(), Files.createDirectory(folder.resolve("b")))) {
        page.size(1280, 900);
        page.open(address + "?hurry=4#scene=1");
        for (int number = 1; number <= scenes.size(); number++) {
          see(page, number, scenes.get(number - 1));
          page.press("ArrowRight");
        }
        assertThat(page.errors()).isEmpty();
      }
      family = race.descendants().toList();
      assertThat(family).as("the race goes on without a page").isNotEmpty();

      interrupt(race, family);

      assertThat(race.waitFor(120, TimeUnit.SECONDS)).isTrue();
      assertThat(race.exitValue()).as("as serve").isZero();
      assertThat(family).noneMatch(ProcessHandle::isAlive);
      assertThat(temporary()).isEmptyDirectory();
      Ports.checkFree(address.getPort());
    } finally {
      race.destroy();
      family.forEach(ProcessHandle::destroyForcibly);
    }
  }

  /** Ctrl-C, which a terminal sends to the servers, too. */
  private static void interrupt(Process race, List<ProcessHandle> family) throws Exception {
    List<String> kill = new ArrayList<>(List.of("kill", "-INT", Long.toString(race.pid())));
    family.forEach(process -> kill.add(Long.toString(process.pid())));
    assertThat(new ProcessBuilder(kill).start().waitFor()).isZero();
  }

  /** The folder for temporary files of the race and of what it starts. */
  private Path temporary() {
    return folder.resolve("temporary");
  }

  /** Waits until the page has ticked off all of it, and then looks at the figures itself. */
  private static void see(Browser page, int number, JsonNode scene) throws Exception {
    long patience = System.nanoTime() + STARVED.toNanos();
    Awaitility.await(scene.get("title").asText())
        .until(
            () ->
                page.evaluate(is(number, "seen")).asBoolean()
                    || (System.nanoTime() > patience
                        && page.evaluate(is(number, "starved")).asBoolean()));
    if (page.evaluate(
            is(number, "starved") + " && !document.querySelector('#watch [data-seen=true]')")
        .asBoolean()) {
      return;
    }
    JsonNode frame = page.evaluate("race.frame");
    for (JsonNode promise : scene.get("watch")) {
      String figure = promise.get("figure").asText();
      if (figure.equals("p99") || figure.equals("grown")) {
        double value = laneOf(frame, promise.get("stage").asText()).get(figure).asDouble();
        assertIs(promise, value);
      }
    }
  }

  private static void assertIs(JsonNode promise, double value) {
    String text = promise.get("text").asText();
    if (promise.has("above")) {
      // It was above; half of it is left if the scene goes on meanwhile.
      assertThat(value).as(text).isGreaterThan(promise.get("above").asDouble() / 2);
    } else {
      assertThat(value).as(text).isLessThan(promise.get("below").asDouble());
    }
  }

  private static JsonNode laneOf(JsonNode frame, String stage) {
    for (JsonNode lane : frame.get("lanes")) {
      if (lane.get("stage").asText().equals(stage)) {
        return lane;
      }
    }
    throw new AssertionError("no lane " + stage);
  }

  private static String is(int number, String state) {
    return String.format(
        Locale.ROOT,
        "location.hash === '#scene=%d' && document.getElementById('tour').dataset.state === '%s'",
        number,
        state);
  }

  private static JsonNode scenes() throws Exception {
    try (InputStream in = Race.class.getResourceAsStream("scenes.json")) {
      return new ObjectMapper().readTree(Objects.requireNonNull(in));
    }
  }

  private Process start() throws Exception {
    Project project = new Project(Path.of("..").toAbsolutePath().normalize());
    for (String stage : Project.STAGES) {
      assertThat(project.jarOf(stage)).as("mvn package -DskipTests").isRegularFile();
    }
    Path lab = project.root().resolve("lab-command/target/lab.jar");
    assertThat(lab).as("mvn package -DskipTests").isRegularFile();
    String java = ProcessHandle.current().info().command().orElseThrow();
    ProcessBuilder command =
        new ProcessBuilder(
            "env", // a JVM ignores SIGINT if whoever started it does, as a shell does in a script
            "--default-signal=INT",
            java,
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=off",
            "-Djava.io.tmpdir=" + Files.createDirectory(temporary()),
            "-jar",
            lab.toString(),
            "race",
            "--port=0",
            "--project-root=" + project.root());
    command.environment().put("DISPLAY", ":0");
    command.environment().merge("PATH", desktop().toString(), (path, bin) -> bin + ":" + path);
    return command.redirectError(folder.resolve("race.log").toFile()).start();
  }

  /** A folder with the command that opens a page on a desktop; this one writes its address. */
  private Path desktop() throws Exception {
    Path bin = Files.createDirectory(folder.resolve("bin"));
    Path command = bin.resolve("xdg-open");
    Files.writeString(command, "#!/bin/sh\necho \"$1\" >" + folder.resolve("opened") + "\n");
    Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwx------"));
    return bin;
  }

  private String opened() throws Exception {
    Path file = folder.resolve("opened");
    return Files.exists(file) ? Files.readString(file).strip() : "";
  }

  private static URI address(Process race) throws Exception {
    BufferedReader lines = race.inputReader();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Matcher address = ADDRESS.matcher(line);
      if (address.find()) {
        return URI.create(address.group());
      }
    }
    throw new AssertionError("the race has ended with " + race.waitFor());
  }
}
