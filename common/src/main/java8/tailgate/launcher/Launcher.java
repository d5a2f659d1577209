package tailgate.launcher;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Paths;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * The first class of every stage's jar: it starts the stage named by the manifest's {@code
 * Stage-Main-Class}, or reports in one line which Java is missing.
 *
 * <p>This package is compiled for Java 8 and refers to no class outside it, because an old Java
 * could not load such a class. On a new Java only this class is loaded.
 */
public final class Launcher {

  /** The Java that everything outside this package is compiled for. */
  static final int NEEDED = 21;

  private Launcher() {}

  /**
   * Runs the main method of the stage, and throws what that throws.
   *
   * <p>Exits with 1 after one line on stderr if this Java is too old, or if the class was started
   * from anything else than a stage's jar.
   */
  public static void main(String[] args) throws Throwable {
    if (feature(System.getProperty("java.specification.version")) < NEEDED) {
      fail(complaint(System.getProperty("java.version"), JavaHome.newestOnThisMachine()));
    }
    URL self = Launcher.class.getProtectionDomain().getCodeSource().getLocation();
    String stage = stageMain(self);
    if (stage == null) {
      fail("not started from the jar of a stage: " + self);
    }
    start(stage, args);
  }

  /** The feature release of a specification version: 8 for "1.8", 17 for "17". */
  static int feature(String specificationVersion) {
    return Integer.parseInt(
        specificationVersion.startsWith("1.")
            ? specificationVersion.substring(2)
            : specificationVersion);
  }

  /** The message for a user of the Java {@code version}; {@code newest} may be too old, or null. */
  static String complaint(String version, JavaHome newest) {
    String complaint = "needs Java " + NEEDED + " or newer, this is " + version;
    return newest == null || newest.feature() < NEEDED
        ? complaint
        : complaint + "; found a newer one at " + newest.java();
  }

  /**
   * The {@code Stage-Main-Class} of the jar at {@code location}, or null if it names none. It is a
   * URL, so that encoded characters in it (a space, a #) are decoded here.
   *
   * <p>The manifest is read from the file. The class loader would open a URL connection (5 ms and
   * 40 classes of a start), and would find the first manifest on the class path.
   */
  static String stageMain(URL location) throws IOException, URISyntaxException {
    File file = Paths.get(location.toURI()).toFile();
    if (file.isDirectory()) {
      return null; // compiled classes, as an IDE runs them
    }
    try (JarFile jar = new JarFile(file)) {
      Manifest manifest = jar.getManifest();
      return manifest == null ? null : manifest.getMainAttributes().getValue("Stage-Main-Class");
    }
  }

  /** Runs the main method of the class {@code name}, and throws what that throws. */
  static void start(String name, String[] args) throws Throwable {
    Method main = Class.forName(name).getMethod("main", String[].class);
    main.setAccessible(true); // as for the JVM itself, the class need not be public
    try {
      main.invoke(null, (Object) args);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static void fail(String message) {
    System.err.println(message);
    System.exit(1);
  }
}
