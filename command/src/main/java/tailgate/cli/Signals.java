package tailgate.cli;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;

/**
 * Handles signals. The JVM's classes for signals are not part of Java SE, so they are looked up by
 * name. Where the classes or a signal are missing, the default handling stays. Thread-safe.
 */
public final class Signals {

  private static final Logger LOG = SafeLogger.of(Signals.class);

  private Signals() {}

  /** A signal that is handled, until it is closed. */
  @FunctionalInterface
  public interface Handled extends AutoCloseable {
    /** Restores the previous handling. */
    @Override
    void close();
  }

  /**
   * Runs the action, on a thread of the JVM, whenever the signal is received.
   *
   * @param name without SIG
   */
  public static Handled handle(String name, Runnable action) {
    try {
      Class<?> type = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Method handle = type.getMethod("handle", type, handler);
      Object signal = type.getConstructor(String.class).newInstance(name);
      Object before = handle.invoke(null, signal, handler(handler, action));
      return () -> restore(handle, signal, before);
    } catch (ReflectiveOperationException e) {
      LOG.debug("cannot handle SIG{}", name, e);
      return () -> {};
    }
  }

  private static void restore(Method handle, Object signal, Object before) {
    try {
      handle.invoke(null, signal, before);
    } catch (ReflectiveOperationException e) {
      LOG.debug("cannot restore {}", signal, e);
    }
  }

  private static Object handler(Class<?> type, Runnable action) {
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, arguments) -> {
          if (method.getName().equals("handle")) {
            action.run();
          }
          return null;
        });
  }
}
