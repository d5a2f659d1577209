package tailgate.server;

import java.io.File;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The class path of the tests, for another JVM, in the form of the option {@code -cp}. */
public final class ClassPath {

  private ClassPath() {}

  /** Every entry, also where a launcher of tests has made a class loader of its own. */
  public static String ofThisTest() {
    return ClassPath.class.getClassLoader() instanceof URLClassLoader loader
        ? join(Arrays.stream(loader.getURLs()))
        : System.getProperty("java.class.path");
  }

  /** Only the folders and jars that these classes are in, for a JVM that is to start soon. */
  public static String of(Class<?>... types) {
    return join(
        Arrays.stream(types).map(type -> type.getProtectionDomain().getCodeSource().getLocation()));
  }

  private static String join(Stream<URL> entries) {
    return entries
        .map(url -> Path.of(URI.create(url.toString())).toString())
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }
}
