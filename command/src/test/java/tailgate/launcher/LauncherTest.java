package tailgate.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LauncherTest {

  private static final int CLASS_FILE_OF_JAVA_8 = 52;

  private static final String REFUSED =
      "tailgate: starts without its AOT cache, which this JVM refuses: %s%n";

  @TempDir Path folder;

  /** What the jars of these tests start; not public, as a stage's main class need not be. */
  static final class Stage {
    private Stage() {}

    public static void main(String[] args) throws IOException {
      if (args.length == 0) {
        throw new IOException("nothing to say");
      }
      System.out.print(String.join("|", args));
      String version = Stage.class.getPackage().getImplementationVersion();
      if (version != null) {
        System.out.print(" of " + version);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1.8, 8", "9, 9", "17, 17", "21, 21", "25, 25"})
  void knowsTheFeatureReleaseOfEverySpecificationVersion(String specification, int feature) {
    assertThat(Launcher.feature(specification)).isEqualTo(feature);
  }

  @Test
  void complainsInOneLine() {
    assertThat(Launcher.complaint("17.0.15", null))
        .isEqualTo("needs Java 21 or newer, this is 17.0.15");
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "it is bin\\java.exe there")
  void namesANewerJavaIfThereIsOne() throws IOException {
    assertThat(Launcher.complaint("1.8.0_402", home("21.0.8")))
        .isEqualTo(
            "needs Java 21 or newer, this is 1.8.0_402; found a newer one at "
                + folder.resolve("jdk/bin/java"));
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "it is bin\\java.exe there")
  void keepsQuietAboutAJavaThatWouldNotDoEither() throws IOException {
    assertThat(Launcher.complaint("11.0.2", home("20.0.2"))).doesNotContain("found");
  }

  @Test
  void failsAsTheStageFails() {
    ClassLoader loader = Stage.class.getClassLoader();
    assertThatThrownBy(() -> Launcher.start(Stage.class.getName(), new String[0], loader))
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("nothing to say");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"plain.jar", "with space.jar", "a+b.jar", "50%25.jar", "c#.jar", "d!/e.jar"})
  void startsTheStageOfItsJarWhereverThatLies(String name) throws Exception {
    Path jar = jar(name, Stage.class, Launcher.class, Stage.class);

    assertThat(java("-jar", jar.toString(), "--port", "0", "a b"))
        .isEqualTo(new Outcome(0, "--port|0|a b", ""));
  }

  @Test
  void readsTheManifestOfItsOwnJarAmongSeveral() throws Exception {
    Path other = jar("other.jar", LauncherTest.class);
    Path own = jar("own.jar", Stage.class, Launcher.class, Stage.class);

    String classPath = other + File.pathSeparator + own;
    assertThat(java("-cp", classPath, Launcher.class.getName(), "x"))
        .isEqualTo(new Outcome(0, "x", ""));
  }

  @Test
  void saysSoWhenItIsInNoStagesJar() throws Exception {
    Path jar = jar("common.jar", null, Launcher.class);

    assertThat(java("-jar", jar.toString()))
        .isEqualTo(
            new Outcome(
                1,
                "",
                "not started from the jar of a stage: %s%n".formatted(jar.toFile().toURI())));
  }

  /** Java 25.0.2 and 25.0.3 use the cache of another jar; the others refuse it (JDK-8377932). */
  @Test
  @Tag("slow")
  @EnabledForJreRange(min = JRE.JAVA_25)
  void aRebuiltJarRunsItsNewCodeAndNotThatOfTheCache() throws Exception {
    Path jar = stageJar("stage.jar", "one");
    makeCache(jar);
    assertThat(withCache(jar)).isEqualTo(new Outcome(0, "x of one", ""));

    Files.move(stageJar("new.jar", "another"), jar, StandardCopyOption.REPLACE_EXISTING);

    Outcome outcome = withCache(jar);
    assertThat(outcome.out).isEqualTo("x of another");
    assertThat(outcome.err)
        .isIn(
            REFUSED.formatted(folder.resolve("cache")),
            "tailgate: starts without its AOT cache, which is of another build of %s%n"
                .formatted(jar));
  }

  /**
   * Java 25.0.2 and 25.0.3 tell the old place of the jar, or none if no file is there; the others
   * refuse the cache of a jar with another name.
   */
  @Test
  @Tag("slow")
  @EnabledForJreRange(min = JRE.JAVA_25)
  void aMovedJarStartsWithTheCacheThatItHadBefore() throws Exception {
    Path jar = stageJar("stage.jar", "one");
    makeCache(jar);
    Path copy = Files.copy(jar, folder.resolve("copy.jar"), StandardCopyOption.COPY_ATTRIBUTES);
    Outcome used = new Outcome(0, "x of one", "");
    Outcome refused = new Outcome(0, "x of one", REFUSED.formatted(folder.resolve("cache")));

    stageJar("stage.jar", "another");
    assertThat(withCache(copy)).isIn(used, refused);

    Files.delete(jar);
    assertThat(withCache(copy)).isIn(used, refused);
  }

  @Test
  @Tag("slow")
  @EnabledForJreRange(min = JRE.JAVA_25)
  void aCacheThatTheJvmRefusesIsNamedInOneLine() throws Exception {
    Path jar = stageJar("stage.jar", "one");
    makeCache(jar);

    assertThat(withCache(jar, "-XX:-UseCompressedOops"))
        .isEqualTo(new Outcome(0, "x of one", REFUSED.formatted(folder.resolve("cache"))));
  }

  private void makeCache(Path jar) throws Exception {
    Path cache = folder.resolve("cache");
    java("-XX:AOTCacheOutput=" + cache, "-Xlog:disable", "-jar", jar.toString(), "x");
    assertThat(cache).isNotEmptyFile();
  }

  /** Starts a stage as {@code ./tailgate serve} does. */
  private Outcome withCache(Path jar, String... options) throws Exception {
    Path cache = folder.resolve("cache");
    List<String> arguments = new ArrayList<>(List.of(options));
    arguments.addAll(List.of("-XX:AOTCache=" + cache, "-Xlog:aot*=off"));
    arguments.addAll(List.of("-Dtailgate.aotCache=" + cache, "-jar", jar.toString(), "x"));
    return java(arguments.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(classes = {Launcher.class, JavaHome.class})
  void isCompiledForJava8(Class<?> type) throws IOException {
    try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class");
        DataInputStream bytes = new DataInputStream(in)) {
      assertThat(bytes.readInt()).isEqualTo(0xCAFEBABE);
      assertThat(bytes.readUnsignedShort()).as("minor").isZero();
      assertThat(bytes.readUnsignedShort()).as("major").isEqualTo(CLASS_FILE_OF_JAVA_8);
    }
  }

  /** A jar of these classes that names {@code stage} as its stage's main class. */
  private Path jar(String name, @Nullable Class<?> stage, Class<?>... classes) throws IOException {
    return jar(new Manifest(), name, stage, classes);
  }

  /** A stage's jar with the version that {@code build/FinishJar.java} gives to each build. */
  private Path stageJar(String name, String version) throws IOException {
    Attributes attributes = new Attributes();
    attributes.put(Attributes.Name.IMPLEMENTATION_VERSION, version);
    Manifest manifest = new Manifest();
    manifest.getEntries().put("tailgate/launcher/", attributes);
    return jar(manifest, name, Stage.class, Launcher.class, Stage.class);
  }

  private Path jar(Manifest manifest, String name, @Nullable Class<?> stage, Class<?>... classes)
      throws IOException {
    Path jar = folder.resolve(name);
    Files.createDirectories(jar.getParent());
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.put(Attributes.Name.MAIN_CLASS, Launcher.class.getName());
    if (stage != null) {
      attributes.putValue("Stage-Main-Class", stage.getName());
    }
    try (var out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      for (Class<?> type : classes) {
        String file = type.getName().replace('.', '/') + ".class";
        out.putNextEntry(new ZipEntry(file));
        try (InputStream in = type.getResourceAsStream("/" + file)) {
          in.transferTo(out);
        }
      }
    }
    return jar;
  }

  private record Outcome(int exitCode, String out, String err) {}

  /** Runs the JVM of this test with nothing on its class path but what {@code arguments} say. */
  private Outcome java(String... arguments) throws Exception {
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    var command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    command.addAll(List.of(arguments));
    var builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder
        .environment()
        .keySet()
        .removeAll(Set.of("CLASSPATH", "JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    Process process = builder.start();
    try {
      process.waitFor();
    } finally {
      process.destroyForcibly();
    }
    return new Outcome(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  private @Nullable JavaHome home(String version) throws IOException {
    Path home = folder.resolve("jdk");
    Path java = home.resolve("bin/java");
    Files.createDirectories(java.getParent());
    Files.createFile(java);
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    return JavaHome.newestIn(List.of(home.toFile()));
  }
}
