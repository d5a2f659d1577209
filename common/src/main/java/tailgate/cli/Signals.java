package tailgate.cli;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;

/**
 * Handles signals. The class that does is not part of Java SE, so it is looked up by name; where it
 * is missing, or the signal, the default handling stays.
 */
final class Signals {

  private static final Logger LOG = SafeLogger.of(Signals.class);

  private Signals() {}

  /** Gives a signal back to who handled it before. */
  @FunctionalInterface
  interface Handled extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * From now on the signal does this, on a thread of the JVM's.
   *
   * @param name without SIG
   */
  static Handled handle(String name, Runnable action) {
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
