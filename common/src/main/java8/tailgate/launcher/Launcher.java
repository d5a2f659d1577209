package tailgate.launcher;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Arrays;
import java.util.jar.Manifest;

/**
 * The first class of every stage's jar. Compiled for Java 8, it starts the stage named by the
 * manifest's {@code Stage-Main-Class}, or says in one line which Java is missing.
 *
 * <p>Nothing else may live here: whatever this class refers to must load on an old Java too.
 */
public final class Launcher {

  static final int NEEDED = 21;

  private Launcher() {}

  /** Exit code 1 if this Java is too old; otherwise whatever the stage answers. */
  public static void main(String[] args) throws Exception {
    if (feature(System.getProperty("java.specification.version")) < NEEDED) {
      System.err.println(complaint());
      System.exit(1);
    }
    Class.forName(stageMain()).getMethod("main", String[].class).invoke(null, (Object) args);
  }

  /** "1.8" is 8, "17" is 17. */
  static int feature(String specificationVersion) {
    String version =
        specificationVersion.startsWith("1.")
            ? specificationVersion.substring(2)
            : specificationVersion;
    return Integer.parseInt(version);
  }

  private static String complaint() {
    String complaint =
        "needs Java " + NEEDED + " or newer, this is " + System.getProperty("java.version");
    File newer = newerJava();
    return newer == null ? complaint : complaint + "; found a newer one at " + newer;
  }

  private static String stageMain() throws IOException {
    // Of all manifests on the class path, the one beside this very class.
    String self = Launcher.class.getResource("Launcher.class").toString();
    String jar = self.substring(0, self.length() - "tailgate/launcher/Launcher.class".length());
    try (InputStream in = new URL(jar + "META-INF/MANIFEST.MF").openStream()) {
      return new Manifest(in).getMainAttributes().getValue("Stage-Main-Class");
    }
  }

  /**
   * The java binary of a new enough installation in the usual folders, newest name first, or null.
   */
  private static File newerJava() {
    String[] folders = {
      System.getenv("JAVA_HOME"),
      "/usr/lib/jvm",
      "/usr/java",
      "/opt/java",
      System.getProperty("user.home") + "/.sdkman/candidates/java",
      System.getProperty("user.home") + "/.jdks",
      "/Library/Java/JavaVirtualMachines"
    };
    for (String folder : folders) {
      File found = folder == null ? null : newerJavaIn(new File(folder));
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static File newerJavaIn(File folder) {
    File[] homes = folder.listFiles();
    if (homes == null) {
      return null;
    }
    Arrays.sort(homes);
    for (int i = homes.length - 1; i >= 0; i--) {
      for (File home : new File[] {homes[i], new File(homes[i], "Contents/Home")}) {
        File java = new File(home, "bin/java");
        if (java.canExecute() && releaseOf(home) >= NEEDED) {
          return java;
        }
      }
    }
    return releaseOf(folder) >= NEEDED ? new File(folder, "bin/java") : null;
  }

  /** What the file "release" of a Java home says, 0 if there is none. */
  private static int releaseOf(File home) {
    java.util.Properties release = new java.util.Properties();
    try (InputStream in = new java.io.FileInputStream(new File(home, "release"))) {
      release.load(in);
      String version = release.getProperty("JAVA_VERSION", "0").replace("\"", "");
      return version.startsWith("1.") ? 8 : Integer.parseInt(version.split("[.+-]")[0]);
    } catch (IOException e) {
      return 0; // not a Java home
    } catch (NumberFormatException e) {
      return 0; // a version nobody can compare
    }
  }
}
