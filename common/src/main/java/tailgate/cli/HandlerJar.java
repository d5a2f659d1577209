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
 * A jar with a handler in it. Whatever is wrong with it is said in one line.
 *
 * <p>Its classes see those of the server, and where both have one of a name, it is the server's: a
 * jar that has a copy of Tailgate in it still implements <em>this</em> {@link Handler}.
 */
record HandlerJar(Path file) {

  /**
   * Opens it.
   *
   * @throws StartupException if it cannot be read, or is no jar
   */
  URLClassLoader open() {
    try {
      new JarFile(file.toFile()).close(); // a class loader passes over in silence what is none
      URL url = file.toUri().toURL();
      return new URLClassLoader("handler", new URL[] {url}, Handler.class.getClassLoader());
    } catch (ZipException e) {
      throw new StartupException(file + " is not a jar", e);
    } catch (IOException e) {
      throw new StartupException("cannot read " + file, e);
    }
  }

  /**
   * Makes an object of a class in it.
   *
   * @param loader what {@link #open} has answered
   * @throws StartupException if there is no such class, or it is not as a handler is to be, or it
   *     fails
   */
  Handler make(String className, ClassLoader loader) {
    try {
      return (Handler) constructor(loader.loadClass(className)).newInstance();
    } catch (ClassNotFoundException e) {
      throw new StartupException("there is no class " + className + " in " + file, e);
    } catch (NoSuchMethodException e) {
      throw new StartupException(
          className + " has no public constructor without arguments, and a handler must", e);
    } catch (InvocationTargetException e) {
      throw new StartupException(
          "the constructor of " + className + " has thrown " + e.getCause(), e);
    } catch (ExceptionInInitializerError e) {
      throw new StartupException(className + " cannot be initialized: " + e.getCause(), e);
    } catch (ReflectiveOperationException | LinkageError | SecurityException e) {
      // Made for a newer Java, in need of a class that is missing, signed by whom it was not, ...
      throw new StartupException("cannot load " + className + ": " + e, e);
    }
  }

  private static Constructor<?> constructor(Class<?> type) throws NoSuchMethodException {
    String name = type.getName();
    if (!Handler.class.isAssignableFrom(type)) {
      throw new StartupException(name + " does not implement " + Handler.class.getName());
    }
    if (!Modifier.isPublic(type.getModifiers())) {
      throw new StartupException(name + " is not public, and a handler must be");
    }
    if (Modifier.isAbstract(type.getModifiers())) {
      throw new StartupException(name + " is abstract, and no object can be made of it");
    }
    return type.getConstructor();
  }
}
