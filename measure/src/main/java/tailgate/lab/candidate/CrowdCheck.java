package tailgate.lab.candidate;

import static tailgate.lab.load.Text.format;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.lab.candidate.Crowd.Obstacle;
import tailgate.lab.candidate.Crowd.Whose;
import tailgate.lab.load.RequestSpec;

/**
 * Opens many connections, has each answered, keeps all of them, and has them answered again: some
 * servers leave the last ones without an answer, others close the first ones. Few requests are
 * under way at a time, so that a slow handler is not taken for a limit. Used once.
 */
final class CrowdCheck {

  private static final int AT_A_TIME = 32;

  /** The time for the last of many answers of a server that has nothing to do. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final int port;
  private final RequestSpec request;
  private final Duration patience;
  private final long endNanos;
  private final List<Client> open = Collections.synchronizedList(new ArrayList<>());

  private final List<Client> answered = Collections.synchronizedList(new ArrayList<>());

  /** The first obstacle that was met; null before. */
  private final AtomicReference<@Nullable Obstacle> obstacle = new AtomicReference<>();

  /** Prepares a check of at most {@code most}, where one request alone takes {@code alone}. */
  CrowdCheck(int port, RequestSpec request, Duration alone, Duration most) {
    this(port, request, alone, most, PATIENCE);
  }

  CrowdCheck(int port, RequestSpec request, Duration alone, Duration most, Duration least) {
    this.port = port;
    this.request = request;
    patience = least.plus(alone.multipliedBy(2 * AT_A_TIME));
    endNanos = System.nanoTime() + most.toNanos();
  }

  /** The work on the connection with a number. */
  @FunctionalInterface
  private interface Work {

    /** Does the work, and returns whether it was answered. */
    boolean on(int number) throws IOException;
  }

  Crowd of(int wanted) throws InterruptedException {
    try {
      forEach(wanted, number -> opens(), () -> obstacle.get() == null);
      // To its end: if the first ones were closed, the others are what is left.
      int kept = forEach(answered.size(), number -> isAnswered(answered.get(number)), () -> true);
      return new Crowd(wanted, kept, obstacle.get());
    } finally {
      open.forEach(Client::close);
    }
  }

  private boolean opens() throws IOException {
    Client client = Client.open(port, patience);
    open.add(client);
    return isAnswered(client) && answered.add(client);
  }

  private boolean isAnswered(Client client) throws IOException {
    Answer answer = client.ask(request, true);
    if (!answer.isSuccess()) {
      stop(Whose.SERVER, "it answered with " + answer.status());
    } else if (!answer.keeps()) {
      stop(Whose.SERVER, "it closed the connection after its answer");
    }
    return answer.isSuccess() && answer.keeps();
  }

  /** Does the work for each number, and returns how often it was answered. */
  private int forEach(int count, Work work, BooleanSupplier mayGoOn) throws InterruptedException {
    AtomicInteger next = new AtomicInteger();
    AtomicInteger good = new AtomicInteger();
    Callable<Void> worker =
        () -> {
          int n = next.getAndIncrement();
          while (n < count && mayGoOn.getAsBoolean() && isInTime()) {
            if (isGood(work, n)) {
              good.incrementAndGet();
            }
            n = next.getAndIncrement();
          }
          return null;
        };
    ExecutorService threads = Executors.newFixedThreadPool(Math.clamp(count, 1, AT_A_TIME));
    try {
      threads.invokeAll(Collections.nCopies(Math.min(count, AT_A_TIME), worker));
    } finally {
      threads.shutdownNow();
    }
    return good.get();
  }

  private boolean isGood(Work work, int number) {
    try {
      return work.on(number);
    } catch (OwnLimitException e) {
      stop(Whose.CLIENT, String.valueOf(e.getMessage()));
    } catch (SocketTimeoutException e) {
      stop(Whose.SERVER, format("there was no answer within %.1f s", patience.toMillis() / 1e3));
    } catch (EOFException e) {
      stop(Whose.SERVER, "it closed a connection");
    } catch (IOException e) {
      stop(Whose.SERVER, String.valueOf(e.getMessage()));
    }
    return false;
  }

  private boolean isInTime() {
    boolean is = System.nanoTime() - endNanos < 0;
    if (!is) {
      stop(Whose.TIME, "there was no time for more");
    }
    return is;
  }

  private void stop(Whose whose, String words) {
    obstacle.compareAndSet(null, new Obstacle(whose, words));
  }
}
