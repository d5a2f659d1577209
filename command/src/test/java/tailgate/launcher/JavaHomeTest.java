package tailgate.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A Java home here is a folder with a file "release" and an executable bin/java that never runs.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "it is bin\\java.exe there")
class JavaHomeTest {

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "17.0.15, 21.0.8",
    "9.0.4, 21",
    "21, 21.0.1",
    "21.0.9, 21.0.10",
    "1.8.0_402, 9",
    "1.8.0_402, 11.0.2",
    "24.0.2, 26-ea",
    "21.0.8, 21.0.8.0.1",
  })
  void newerIsWhatHasTheGreaterNumbers(String older, String newer) throws IOException {
    // Named so that neither the order of names nor that of the folder gives the answer away.
    home("b", older);
    Path newest = home("a", newer);
    home("c", older);

    assertThat(newestIn(folder)).isEqualTo(newest.resolve("bin/java").toFile());
  }

  @Test
  void aFolderMayBeAHomeItself() throws IOException {
    Path home = home("jdk", "21.0.8");

    assertThat(newestIn(home)).isEqualTo(home.resolve("bin/java").toFile());
  }

  @Test
  void aBundleOfMacOsHasItsHomeFurtherDown() throws IOException {
    Path home = home("temurin-21.jdk/Contents/Home", "21.0.8");

    assertThat(newestIn(folder)).isEqualTo(home.resolve("bin/java").toFile());
  }

  @Test
  void theNewestOfAllFoldersWinsWhateverTheirOrder() throws IOException {
    home("first/jdk", "21.0.8");
    Path newest = home("second/jdk", "25.0.1");
    home("third/jdk", "22.0.2");

    assertThat(newestIn(folder.resolve("first"), folder.resolve("second"), folder.resolve("third")))
        .isEqualTo(newest.resolve("bin/java").toFile());
  }

  @Test
  void whatCannotBeStartedOrComparedIsNoJava() throws IOException {
    Files.delete(home("without-java", "25").resolve("bin/java"));
    Files.delete(home("without-release", "25").resolve("release"));
    assertThat(home("not-executable", "25").resolve("bin/java").toFile().setExecutable(false))
        .isTrue();
    home("without-number", "tip");
    home("with-a-silly-number", "99999999999");
    Files.writeString(home("without-version", "25").resolve("release"), "IMPLEMENTOR=\"none\"\n");
    Files.write(
        home("with-bytes", "25").resolve("release"), new byte[] {(byte) 0xff, 0, '\n', '\\'});
    Files.createFile(folder.resolve("a-file"));

    assertThat(newestIn(folder)).isNull();
  }

  @Test
  void foldersThatDoNotExistAreNoTrouble() {
    assertThat(newestIn(folder.resolve("nowhere"))).isNull();
  }

  @Test
  void aReleaseFileMayHaveForeignLetters() throws IOException {
    Path home = home("jdk", "21.0.8");
    Files.writeString(
        home.resolve("release"), "IMPLEMENTOR=\"Fünf \\u\"\r\nJAVA_VERSION=\"21.0.8\"\r\n");

    assertThat(newestIn(folder)).isEqualTo(home.resolve("bin/java").toFile());
  }

  private Path home(String name, String version) throws IOException {
    Path home = folder.resolve(name);
    Path java = home.resolve("bin/java");
    Files.createDirectories(java.getParent());
    Files.createFile(java);
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(
        home.resolve("release"),
        """
        IMPLEMENTOR="Somebody"
        JAVA_RUNTIME_VERSION="999+1"
        JAVA_VERSION="%s"
        """
            .formatted(version));
    return home;
  }

  private static File newestIn(Path... folders) {
    JavaHome newest = JavaHome.newestIn(List.of(folders).stream().map(Path::toFile).toList());
    return newest == null ? null : newest.java();
  }
}
