package tailgate.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.ParameterException;

class ConfigFileTest {

  @TempDir Path folder;

  @Test
  void withoutAFileTheArgumentsStayAsTheyAre() {
    assertThat(expand("--port=1", "-r", ".")).containsExactly("--port=1", "-r", ".");
  }

  @Test
  void namesAreOptionsAndKeepTheirOrder() throws IOException {
    String file =
        file(
            """
            # a comment
            ! another

            workers = 3
            port=8080
            root : /srv/www files
            """);

    assertThat(fromFile(file))
        .containsExactly("--workers=3", "--port=8080", "--root=/srv/www files");
  }

  @Test
  void valuesLoseTheBlanksAroundThem() throws IOException {
    assertThat(fromFile(file("port = 80 \t\n"))).containsExactly("--port=80");
  }

  @ParameterizedTest
  @CsvSource({
    "keep-alive = true, --keep-alive",
    "keep-alive = false, --no-keep-alive",
    "listing = true, --listing",
    "listing = false, --no-listing"
  })
  void switchesAreTrueOrFalse(String setting, String argument) throws IOException {
    assertThat(fromFile(file(setting))).containsExactly(argument);
  }

  @Test
  void whatMayBeRepeatedOnTheCommandLineMayBeRepeatedHere() throws IOException {
    String file = file("simulate-io=10ms\nsimulate-io=exp:5ms\n");

    assertThat(fromFile(file)).containsExactly("--simulate-io=10ms", "--simulate-io=exp:5ms");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--port 1", "--port=1", "-p 1", "-p=1", "-p1"})
  void theCommandLineWinsHoweverItSpellsAnOption(String given) throws IOException {
    assertThat(fromFile(file("port=2\nworkers=3"), given.split(" ")))
        .containsExactly("--workers=3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--keep-alive", "--no-keep-alive", "--keep-alive=false"})
  void theCommandLineWinsOverSwitches(String given) throws IOException {
    assertThat(fromFile(file("keep-alive=true"), given)).isEmpty();
  }

  @Test
  void theCommandLineReplacesAllOfWhatIsRepeated() throws IOException {
    assertThat(fromFile(file("simulate-io=1ms\nsimulate-io=2ms"), "--simulate-io=3ms")).isEmpty();
  }

  @Test
  void helpIsShownWhateverTheFileSays() {
    assertThat(expand("--config", "nowhere", "--help")).contains("--help");
  }

  @Test
  void aFileThatCannotBeReadKeepsTheServerFromStarting() {
    String missing = folder.resolve("missing").toString();

    assertThatThrownBy(() -> fromFile(missing))
        .isInstanceOf(StartupException.class)
        .hasMessage("cannot read " + missing + ": it does not exist");
    assertThatThrownBy(() -> fromFile(folder.toString()))
        .isInstanceOf(StartupException.class)
        .message()
        .startsWith("cannot read " + folder);
  }

  @Test
  void aFileIsInUtf8() throws IOException {
    Path file =
        Files.write(folder.resolve("latin"), "root=é".getBytes(StandardCharsets.ISO_8859_1));

    assertThatThrownBy(() -> fromFile(file.toString()))
        .isInstanceOf(StartupException.class)
        .hasMessage("cannot read " + file + ": it is not UTF-8");
    assertThat(fromFile(file("root=é"))).containsExactly("--root=é");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "portt=1 | unknown option '--portt', did you mean --port",
        "workerz=1 | unknown option '--workerz', did you mean --workers",
        "=1 | unknown option '--'",
        "config=x | config can only be set on the command line",
        "help=true | help can only be set on the command line",
        "version=true | version can only be set on the command line",
        "keep-alive=yes | keep-alive must be true or false, not 'yes'",
        "keep-alive | keep-alive must be true or false, not ''",
        "port=80\\nport=81 | port is set twice",
        "port=80\\nport=80 | port is set twice",
        "port=abc | Invalid value for option '--port': 'abc' is not a whole number",
        "port | Invalid value for option '--port': '' is not a whole number",
        "root= | Invalid value for option '--root': it is empty",
        "root=\\\\u12 | Malformed",
      })
  void refusesWithTheNameOfTheFile(String content, String why) throws IOException {
    String file = file(content.replace("\\n", "\n").replace("\\\\", "\\"));

    assertThatThrownBy(() -> fromFile(file))
        .isInstanceOf(ParameterException.class)
        .message()
        .startsWith("in " + file + ": " + why.strip())
        .hasLineCount(1);
  }

  @Test
  void whatIsWrongOnTheCommandLineIsNotTheFilesFault() throws IOException {
    String file = file("port=80");

    assertThatThrownBy(() -> fromFile(file, "--workers=x"))
        .isInstanceOf(ParameterException.class)
        .message()
        .doesNotContain(file);
  }

  private String file(String content) throws IOException {
    return Files.writeString(folder.resolve("tailgate.properties"), content).toString();
  }

  /** The arguments that the file puts in front of {@code given}. */
  private static List<String> fromFile(String file, String... given) {
    List<String> arguments = new ArrayList<>(List.of(given));
    arguments.add("--config=" + file);
    List<String> expanded = expand(arguments.toArray(String[]::new));
    int own = expanded.size() - arguments.size();
    assertThat(expanded.subList(own, expanded.size())).isEqualTo(arguments);
    return expanded.subList(0, own);
  }

  private static List<String> expand(String... arguments) {
    return List.of(ConfigFile.expand(arguments, StageLauncher.commandLine(new ProbeCommand())));
  }
}
