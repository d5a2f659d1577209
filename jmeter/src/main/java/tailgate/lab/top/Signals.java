package tailgate.lab.top;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Signals of a terminal, handled until the process ends. The JVM's classes for signals are not part
 * of Java SE, so they are looked up by name. Where the classes or a signal are missing, the default
 * handling stays.
 */
final class Signals {

  private static final String STOP = "TSTP";

  /** A stop signal has stopped the process after that time, if it stops it at all. */
  private static final long STOPPING_MILLIS = 100;

  private Signals() {}

  /** Runs the action when the size of the terminal changes. */
  static void onResize(Runnable action) {
    handle("WINCH", action);
  }

  /**
   * Handles Ctrl-Z. The given action runs what it is given: that stops the process, and returns
   * when the process continues.
   *
   * <pre>
   *   handled here --signal--> handled by default, and sent again: stopped --SIGCONT--> handled here
   * </pre>
   */
  static void onStop(Consumer<Runnable> around) {
    var restore = new AtomicReference<Runnable>(() -> {});
    Runnable stop =
        () -> {
          restore.get().run();
          sendStop();
          onStop(around);
        };
    restore.set(handle(STOP, () -> around.accept(stop)));
  }

  /**
   * Stops this process as the terminal would. The kernel ignores the signal where no shell could
   * continue the process (an orphaned process group); then this returns after a moment.
   */
  private static void sendStop() {
    String command = "kill -" + STOP + " " + ProcessHandle.current().pid();
    try {
      new ProcessBuilder("sh", "-c", command).start().waitFor();
      Thread.sleep(STOPPING_MILLIS);
    } catch (IOException e) {
      // There is no shell here that could continue it.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns what restores the previous handling. */
  private static Runnable handle(String name, Runnable action) {
    try {
      Class<?> signalType = Class.forName("sun.misc.Signal");
      Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
      Method handle = signalType.getMethod("handle", signalType, handlerType);
      Object signal = signalType.getConstructor(String.class).newInstance(name);
      InvocationHandler run =
          (proxy, method, arguments) -> {
            if (method.getName().equals("handle")) {
              action.run();
            }
            return null;
          };
      Class<?>[] types = {handlerType};
      Object handler = Proxy.newProxyInstance(handlerType.getClassLoader(), types, run);
      Object before = handle.invoke(null, signal, handler);
      return () -> {
        try {
          handle.invoke(null, signal, before);
        } catch (ReflectiveOperationException e) {
          throw new IllegalStateException(e); // it has worked before
        }
      };
    } catch (ReflectiveOperationException e) {
      return () -> {};
    }
  }
}
