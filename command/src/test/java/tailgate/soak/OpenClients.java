package tailgate.soak;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * An open load: requests become due at a fixed rate, whatever the server does. Each client sends
 * every n-th of them, at once if it is late. Some keep their connection, others open one for each
 * request. A connection that the server ends with {@code Connection: close} is replaced.
 */
public final class OpenClients implements AutoCloseable {

  private final InetSocketAddress server;
  private final GoodRequest request;
  private final Duration interval;
  private final Tally tally;
  private final SoakThreads threads = new SoakThreads();
  private final long begin = System.nanoTime();

  /**
   * From when a request was due until its response was there, or its failure; microseconds.
   * Volatile: replaced by the thread that started the clients, read by theirs.
   */
  private volatile Histogram latencies = new ConcurrentHistogram(3);

  /** The local ports of connections on which a request was not answered as a whole. */
  private final Set<Integer> failedPorts = ConcurrentHashMap.newKeySet();

  /** When a request on a new connection was answered last. */
  private final AtomicLong freshAnswered = new AtomicLong();

  private final AtomicLong longestGap = new AtomicLong();

  /** Volatile: written by the thread that started the clients, read by theirs. */
  private volatile boolean over;

  /**
   * No client yet.
   *
   * @param interval between two requests of a client
   */
  public OpenClients(
      InetSocketAddress server, GoodRequest request, Duration interval, Tally tally) {
    this.server = server;
    this.request = request;
    this.interval = interval;
    this.tally = tally;
  }

  /** Starts some that keep their connection, and some that do not. */
  public void start(int kept, int fresh) {
    int count = kept + fresh;
    for (int i = 0; i < count; i++) {
      boolean keeps = i < kept;
      long offset = interval.toNanos() * i / count;
      threads.start("soak-open", () -> run(keeps, offset));
    }
  }

  /** Forgets all times until now: those of clients and a server whose code is not compiled yet. */
  void forgetTimes() {
    latencies = new ConcurrentHistogram(3);
    longestGap.set(0);
  }

  /** The local ports of connections on which a request got no response, or a part of one. */
  public Set<Integer> failedPorts() {
    return Set.copyOf(failedPorts);
  }

  /**
   * From due to answered, of all requests; and the longest time between two answers on new
   * connections: a time in which nobody accepts cannot be longer.
   */
  String times() {
    return String.format(
        Locale.ROOT,
        "from due to answered %.1f ms in the median, %.1f ms P99.9, %.1f ms at most; %.1f ms at"
            + " most between two answers on new connections",
        latencies.getValueAtPercentile(50) / 1e3,
        latencies.getValueAtPercentile(99.9) / 1e3,
        latencies.getMaxValue() / 1e3,
        longestGap.get() / 1e6);
  }

  @Override
  public void close() {
    over = true;
    threads.join();
  }

  private void run(boolean keeps, long offset) {
    long due = begin + offset;
    while (!over) {
      due = awaitNext(due);
      try (var connection = new ClientConnection(server)) {
        boolean open = ask(connection, due);
        if (!keeps && open) {
          answeredFresh();
        }
        while (keeps && open && !over) {
          due = awaitNext(due);
          open = ask(connection, due);
        }
      } catch (IOException e) {
        tally.countRefused(String.valueOf(e.getMessage()));
      }
    }
  }

  /** Returns whether the connection can be used again. */
  private boolean ask(ClientConnection connection, long due) {
    Outcome outcome = connection.ask(request);
    latencies.recordValue(TimeUnit.NANOSECONDS.toMicros(Math.max(0, System.nanoTime() - due)));
    tally.count(outcome);
    if (!(outcome instanceof Outcome.Answered)) {
      failedPorts.add(connection.localPort());
    }
    return outcome instanceof Outcome.Answered answer && !answer.closes();
  }

  private void answeredFresh() {
    long now = System.nanoTime();
    long before = freshAnswered.getAndSet(now);
    if (before != 0) {
      longestGap.accumulateAndGet(now - before, Math::max);
    }
  }

  private long awaitNext(long last) {
    long due = last + interval.toNanos();
    for (long left = due - System.nanoTime(); left > 0 && !over; left = due - System.nanoTime()) {
      LockSupport.parkNanos(this, left);
    }
    return due;
  }
}
