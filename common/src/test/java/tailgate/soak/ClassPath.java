package tailgate.soak;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The class path of the tests, for another JVM. */
public final class ClassPath {

  private ClassPath() {}

  /** Every entry, in the form of the option {@code -cp}. */
  public static String ofThisTest() {
    return ClassPath.class.getClassLoader() instanceof URLClassLoader loader
        ? Arrays.stream(loader.getURLs())
            .map(URL::getPath)
            .collect(Collectors.joining(File.pathSeparator))
        : System.getProperty("java.class.path");
  }
}
