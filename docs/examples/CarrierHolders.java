package example;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import tailgate.http.Handler;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;

/**
 * Waits for 100 ms; the path says in which of six ways. On virtual threads, some of them hold the
 * carrier thread meanwhile. {@code ./tailgate compare carriers} compares them.
 */
public final class CarrierHolders implements Handler {

  private static final long MILLIS = 100;
  private static final int CONNECTIONS = 50;
  private static final Response WAITED = Response.status(Status.OK).text("waited\n");

  private final Semaphore parkingPool = new Semaphore(CONNECTIONS);
  private final Semaphore spinningPool = new Semaphore(CONNECTIONS);
  private final byte[] initialized = bytesOf("CarrierHolders$Initialized.class");

  @Override
  public Response handle(Request request) throws Exception {
    switch (request.target()) {
      case "/park" -> pause();
      case "/monitor" -> inMonitor();
      case "/loading" -> inClassLoader();
      case "/initializer" -> inInitializer();
      case "/pool" -> inParkingPool();
      case "/spin" -> inSpinningPool();
      default -> {
        return Response.status(Status.NOT_FOUND).text("no such way to wait\n");
      }
    }
    return WAITED;
  }

  /** Releases the carrier. */
  static void pause() throws InterruptedException {
    Thread.sleep(MILLIS);
  }

  /** Holds the carrier before Java 24 (JEP 491). Nobody else wants this monitor. */
  private static void inMonitor() throws InterruptedException {
    synchronized (new Object()) {
      pause();
    }
  }

  /** Below a native frame: the JVM asks for a class, which comes from far away. */
  private static void inClassLoader() {
    try {
      Class.forName("far.away.Type", false, Loader.INSTANCE);
    } catch (ClassNotFoundException e) {
      // it is not there either
    }
  }

  private static final class Loader extends ClassLoader {

    static {
      registerAsParallelCapable();
    }

    static final Loader INSTANCE = new Loader();

    /** Without the lock of the inherited method, so that it is the native frame alone. */
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      try {
        pause();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      throw new ClassNotFoundException(name);
    }
  }

  /** A new class for each request, which waits when it is initialized. */
  private void inInitializer() throws IllegalAccessException {
    MethodHandles.lookup().defineHiddenClass(initialized, true);
  }

  static final class Initialized {
    static {
      try {
        pause();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Waits for one of the connections of a pool, then for its answer. */
  private void inParkingPool() throws InterruptedException {
    parkingPool.acquire();
    try {
      pause();
    } finally {
      parkingPool.release();
    }
  }

  /** The same, but a thread that finds no connection asks again and again. */
  private void inSpinningPool() throws InterruptedException {
    while (!spinningPool.tryAcquire()) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      Thread.yield();
    }
    try {
      pause();
    } finally {
      spinningPool.release();
    }
  }

  private static byte[] bytesOf(String file) {
    try (InputStream in = CarrierHolders.class.getResourceAsStream(file)) {
      return Objects.requireNonNull(in, file).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
