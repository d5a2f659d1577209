package tailgate.cli;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.zip.ZipException;
import tailgate.http.Handler;

/**
 * A jar with a handler. Each problem with it is reported in one line.
 *
 * <p>Its class loader is a child of the server's. If both have a class of the same name, the
 * server's is used. So a jar that contains a copy of Tailgate still implements <em>this</em> {@link
 * Handler}.
 */
record HandlerJar(Path file) {

  /**
   * Opens the jar.
   *
   * @throws StartupException if it cannot be read, or is not a jar
   */
  URLClassLoader open() {
    try {
      new JarFile(file.toFile())
          .close(); // URLClassLoader silently ignores a file that is not a jar
      URL url = file.toUri().toURL();
      return new URLClassLoader("handler", new URL[] {url}, Handler.class.getClassLoader());
    } catch (ZipException e) {
      throw new StartupException(file + " is not a jar", e);
    } catch (IOException e) {
      throw new StartupException("cannot read " + file, e);
    }
  }

  /**
   * Creates an instance of a class in the jar.
   *
   * @param loader the result of {@link #open}
   * @throws StartupException if the class does not exist, is not a handler, or fails
   */
  Handler make(String className, ClassLoader loader) {
    try {
      return (Handler) constructor(loader.loadClass(className)).newInstance();
    } catch (ClassNotFoundException e) {
      throw new StartupException("there is no class " + className + " in " + file, e);
    } catch (NoSuchMethodException e) {
      throw new StartupException(
          className + " must have a public constructor without arguments", e);
    } catch (InvocationTargetException e) {
      throw new StartupException("the constructor of " + className + " threw " + e.getCause(), e);
    } catch (ExceptionInInitializerError e) {
      throw new StartupException(className + " cannot be initialized: " + e.getCause(), e);
    } catch (ReflectiveOperationException | LinkageError | SecurityException e) {
      // Compiled for a newer Java, a missing class, an invalid signature, ...
      throw new StartupException("cannot load " + className + ": " + e, e);
    }
  }

  private static Constructor<?> constructor(Class<?> type) throws NoSuchMethodException {
    String name = type.getName();
    if (!Handler.class.isAssignableFrom(type)) {
      throw new StartupException(name + " does not implement " + Handler.class.getName());
    }
    if (!Modifier.isPublic(type.getModifiers())) {
      throw new StartupException(name + " must be public");
    }
    if (Modifier.isAbstract(type.getModifiers())) {
      throw new StartupException(name + " must not be abstract");
    }
    return type.getConstructor();
  }
}
