package example;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
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

  /** Initialize classes, two at a time. */
  private static final ExecutorService INITIALIZERS =
      Executors.newFixedThreadPool(2, Thread.ofPlatform().name("initializer").daemon().factory());

  private static final Response DONE = Response.status(Status.OK).text("done\n");

  private static final AtomicBoolean IS_INITIALIZING = new AtomicBoolean();

  /** Uses the class that is initialized next. Confined to the thread that begins with it. */
  private static Runnable next = () -> {};

  /**
   * Uses the class whose initialization has begun last, and so waits until that is done. Volatile:
   * set by the threads that initialize, read by requests.
   */
  private static volatile Runnable current = () -> {};

  /** When a request has last asked for a class. Volatile: set by requests, read by the others. */
  private static volatile long askedNanos;

  private final AtomicLong mixed = new AtomicLong();

  @Override
  public Response handle(Request request) throws Exception {
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
  private static void forClass() throws Exception {
    askedNanos = System.nanoTime();
    if (!IS_INITIALIZING.get() && IS_INITIALIZING.compareAndSet(false, true)) {
      next = Fresh.user();
      INITIALIZERS.execute(next);
    }
    current.run();
  }

  /** Uses a processor for so long by the clock. */
  private static void compute(long nanos) {
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < nanos) {
      Thread.onSpinWait();
    }
  }

  /**
   * Takes the time of the initialization of a class, for which requests wait from now on. After
   * half of it the next one begins, so that there is always one to wait for, for 10 ms at least. Is
   * public because the class has another loader.
   */
  public static void initializeSlowly() throws Exception {
    current = next;
    next = Fresh.user();
    Thread.sleep(WAIT_MILLIS);
    if (System.nanoTime() - askedNanos < BUSY_NANOS) {
      INITIALIZERS.execute(next);
    } else {
      IS_INITIALIZING.set(false);
    }
    Thread.sleep(WAIT_MILLIS);
  }

  /** Takes 20 ms to be initialized, once for each loader that has it. */
  static final class Slow {
    static {
      try {
        initializeSlowly();
      } catch (Exception e) {
        throw new ExceptionInInitializerError(e);
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
