package tailgate.cli;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The class path of the tests, for another JVM. */
final class ClassPath {

  private ClassPath() {}

  static String ofThisTest() {
    return ClassPath.class.getClassLoader() instanceof URLClassLoader loader
        ? Arrays.stream(loader.getURLs())
            .map(URL::getPath)
            .collect(Collectors.joining(File.pathSeparator))
        : System.getProperty("java.class.path");
  }
}
