package tailgate.cli;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * SIGINT and SIGTERM as something to wait for.
 *
 * <p>A shutdown hook would do the same, but the exit code would then be the signal's and not ours.
 * The class that handles signals is not part of Java SE, so it is looked up by name; where it is
 * missing, the default handling stays. A second signal ends the process at once.
 *
 * <p>{@link #listen} and {@link #close} belong to one thread; the rest is thread-safe.
 */
final class StopSignal implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(StopSignal.class);
  private static final int SIGNAL_EXIT = 130;

  private final CountDownLatch received = new CountDownLatch(1);

  /** How to give each signal back to who handled it before. */
  private final List<AutoCloseable> restorers = new ArrayList<>();

  /** From now on the two signals are handled here. */
  void listen() {
    handle("INT");
    handle("TERM");
  }

  void await() throws InterruptedException {
    received.await();
  }

  /** What a signal does; tests, which are in the same process, do it themselves. */
  void receive() {
    if (received.getCount() == 0) {
      Runtime.getRuntime().halt(SIGNAL_EXIT);
    }
    received.countDown();
  }

  /** Leaves the signals to who handled them before. */
  @Override
  public void close() {
    for (AutoCloseable restorer : restorers) {
      try {
        restorer.close();
      } catch (Exception e) {
        LOG.debug("cannot restore a signal", e);
      }
    }
    restorers.clear();
  }

  private void handle(String name) {
    try {
      Class<?> type = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      var handle = type.getMethod("handle", type, handler);
      Object signal = type.getConstructor(String.class).newInstance(name);
      Object before = handle.invoke(null, signal, handler(handler));
      restorers.add(() -> handle.invoke(null, signal, before));
    } catch (ReflectiveOperationException e) {
      LOG.debug("cannot handle SIG{}", name, e);
    }
  }

  private Object handler(Class<?> type) {
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, arguments) -> {
          if (method.getName().equals("handle")) {
            receive();
          }
          return null;
        });
  }
}
