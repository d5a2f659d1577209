package tailgate.launcher;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Paths;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * The first class of every stage's jar: it starts the stage named by the manifest's {@code
 * Stage-Main-Class}, or reports in one line which Java is missing.
 *
 * <p>It also makes sure that the stage runs the code of this jar. Java 25.0.2 and 25.0.3 use an AOT
 * cache even if it was made with another jar (JDK-8377932), so that this class can be an old one,
 * too. But the JVM also takes the versions of packages from the cache. Each build of a jar has a
 * version of this package of its own ({@code build/FinishJar.java}). If the manifest in the file
 * has another one than the JVM, the stage gets a class loader that reads the file. Later versions
 * refuse such a cache, and so does any JVM with options that do not fit.
 *
 * <p>This package is compiled for Java 8 and refers to no class outside it, because an old Java
 * could not load such a class. On a new Java only this class is loaded.
 */
public final class Launcher {

  /** The Java that everything outside this package is compiled for. */
  static final int NEEDED = 21;

  /** Names the stage in the manifest of its jar. */
  private static final String STAGE = "Stage-Main-Class";

  /** Names the AOT cache with which {@code ./tailgate serve} has started the JVM. */
  private static final String CACHE = "tailgate.aotCache";

  /** This package, as a jar and its manifest name it. */
  private static final String PACKAGE = "tailgate/launcher/";

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
    URL self = location();
    Manifest manifest = manifest(self);
    String stage = manifest == null ? null : manifest.getMainAttributes().getValue(STAGE);
    if (stage == null) {
      fail("not started from the jar of a stage: " + self);
    }
    ClassLoader loader = Launcher.class.getClassLoader();
    if (!Objects.equals(
        version(manifest), Launcher.class.getPackage().getImplementationVersion())) {
      System.err.println(
          "tailgate: starts without its AOT cache, which is of another build of " + file(self));
      loader = new URLClassLoader(new URL[] {self}, loader.getParent());
      Thread.currentThread().setContextClassLoader(loader);
    } else if (System.getProperty(CACHE) != null
        && System.getProperty("java.vm.info").indexOf(',') < 0) {
      // Else "mixed mode, sharing", or from Java 28 on "mixed mode, aot production".
      System.err.println(
          "tailgate: starts without its AOT cache, which this JVM refuses: "
              + System.getProperty(CACHE));
    }
    start(stage, args, loader);
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
   * The jar or the folder that this class is in. The code source of the class does not tell it: for
   * a class from an AOT cache it is where the jar was when the cache was made, or null.
   */
  private static URL location() throws MalformedURLException {
    String name = Launcher.class.getSimpleName() + ".class";
    String self = Launcher.class.getResource(name).toString();
    String folder = self.substring(0, self.length() - (PACKAGE + name).length());
    return new URL(
        folder.startsWith("jar:") ? folder.substring(4, folder.length() - "!/".length()) : folder);
  }

  /**
   * The manifest of the jar at {@code location}, or null if it has none. It is a URL, so that
   * encoded characters in it (a space, a #) are decoded here.
   *
   * <p>It is read from the file. The class loader would open a URL connection (5 ms and 40 classes
   * of a start), and would find the first manifest on the class path.
   */
  private static Manifest manifest(URL location) throws IOException, URISyntaxException {
    File file = file(location);
    if (file.isDirectory()) {
      return null; // compiled classes, as an IDE runs them
    }
    try (JarFile jar = new JarFile(file)) {
      return jar.getManifest();
    }
  }

  private static File file(URL location) throws URISyntaxException {
    return Paths.get(location.toURI()).toFile();
  }

  /** The version that a package of this name has in the jar with this manifest, or null. */
  private static String version(Manifest manifest) {
    Attributes attributes = manifest.getAttributes(PACKAGE);
    return (attributes == null ? manifest.getMainAttributes() : attributes)
        .getValue(Attributes.Name.IMPLEMENTATION_VERSION);
  }

  /** Runs the main method of the class {@code name}, and throws what that throws. */
  static void start(String name, String[] args, ClassLoader loader) throws Throwable {
    Method main = Class.forName(name, true, loader).getMethod("main", String[].class);
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
