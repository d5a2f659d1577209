package example;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import tailgate.http.Handler;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;

/**
 * Waits or computes as the path says, in ways that versions of Java treat differently on virtual
 * threads. {@code ./tailgate compare java-threads} compares them.
 */
public final class OnEachJava implements Handler {

  private static final long WAIT_MILLIS = 10;
  private static final long SLOW_MILLIS = 50;
  private static final long WORK_MICROS = 100;
  private static final int REQUESTS_PER_SLOW = 250;

  /** Classes are initialized for so long after a request that has waited for one. */
  private static final long BUSY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final Response DONE = Response.status(Status.OK).text("done\n");

  /** Uses the class that is initialized next. Confined to the thread that does it. */
  private static Runnable next = () -> {};

  /**
   * Uses the class that is being initialized, and so waits until that is done; does nothing before
   * there is one. Volatile: set by the thread that initializes, read by requests.
   */
  private static volatile Runnable current = () -> {};

  private final AtomicLong mixed = new AtomicLong();

  /** When a request has last asked for a class. Volatile: set by requests, read by the thread. */
  private volatile long askedNanos = System.nanoTime() - 2 * BUSY_NANOS;

  public OnEachJava() {
    Thread.ofPlatform().name("initializer").daemon().start(this::initialize);
  }

  @Override
  public Response handle(Request request) throws InterruptedException {
    switch (request.target()) {
      case "/fast" -> {
        // nothing to do
      }
      case "/park" -> Thread.sleep(WAIT_MILLIS);
      case "/monitor" -> inMonitor();
      case "/class" -> forClass();
      case "/mixed" -> {
        if (mixed.incrementAndGet() % REQUESTS_PER_SLOW == 0) {
          compute(TimeUnit.MILLISECONDS.toNanos(SLOW_MILLIS));
        }
      }
      case "/work" -> compute(TimeUnit.MICROSECONDS.toNanos(WORK_MICROS));
      default -> {
        return Response.status(Status.NOT_FOUND).text("no such way\n");
      }
    }
    return DONE;
  }

  /** Holds the carrier before Java 24 (JEP 491). Nobody else wants this monitor. */
  private static void inMonitor() throws InterruptedException {
    synchronized (new Object()) {
      Thread.sleep(WAIT_MILLIS);
    }
  }

  /** Holds the carrier before Java 26. */
  private void forClass() {
    askedNanos = System.nanoTime();
    current.run();
  }

  /** Uses a processor for so long by the clock. */
  private static void compute(long nanos) {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < nanos) {
      Thread.onSpinWait();
    }
  }

  /** Initializes one class after the other, while requests ask for them. */
  private void initialize() {
    try {
      while (true) {
        if (System.nanoTime() - askedNanos > BUSY_NANOS) {
          Thread.sleep(WAIT_MILLIS);
        } else {
          next = Fresh.user();
          next.run();
        }
      }
    } catch (InterruptedException | IOException | ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Lets requests wait for the class that has begun to be initialized. Is public because that class
   * has another loader.
   */
  public static void begin() {
    current = next;
  }

  /** Takes 10 ms to be initialized, once for each loader that has it. */
  static final class Slow {
    static {
      begin();
      try {
        Thread.sleep(WAIT_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private Slow() {}

    static void use() {}
  }

  /** Uses {@link Slow} from code: a wait below a native frame holds the carrier on each Java. */
  static final class User implements Runnable {
    @Override
    public void run() {
      Slow.use();
    }
  }

  /** Has a {@link Slow} and a {@link User} of its own. */
  private static final class Fresh extends ClassLoader {

    private Fresh() {
      super(OnEachJava.class.getClassLoader());
    }

    /** Loads both before one is used, so that the JVM does not ask a loader while requests wait. */
    static Runnable user() throws IOException, ReflectiveOperationException {
      Fresh loader = new Fresh();
      loader.define(Slow.class.getName());
      var constructor = loader.define(User.class.getName()).getDeclaredConstructor();
      constructor.setAccessible(true);
      return (Runnable) constructor.newInstance();
    }

    private Class<?> define(String name) throws IOException {
      String file = name.replace('.', '/') + ".class";
      try (InputStream in = Objects.requireNonNull(getResourceAsStream(file), file)) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      }
    }
  }
}
