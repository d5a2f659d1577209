package tailgate.cli;

import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * SIGINT and SIGTERM as something to wait for.
 *
 * <p>A shutdown hook would do the same, but the exit code would then be the signal's and not ours.
 * The class that handles signals is not part of Java SE, so it is looked up by name; where it is
 * missing, the default handling stays. A second signal ends the process at once.
 */
final class StopSignal implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(StopSignal.class);
  private static final int SIGNAL_EXIT = 130;

  private final CountDownLatch received = new CountDownLatch(1);

  StopSignal() {
    handle("INT");
    handle("TERM");
  }

  void await() throws InterruptedException {
    received.await();
  }

  @Override
  public void close() {
    received.countDown();
  }

  private void handle(String name) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object ours =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> {
                if (method.getName().equals("handle")) {
                  receive();
                }
                return null;
              });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), ours);
    } catch (ReflectiveOperationException e) {
      LOG.debug("cannot handle SIG{}", name, e);
    }
  }

  private void receive() {
    if (received.getCount() == 0) {
      Runtime.getRuntime().halt(SIGNAL_EXIT);
    }
    received.countDown();
  }
}
