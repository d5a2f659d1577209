package tailgate.soak;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * An open load: requests become due at a fixed rate, whatever the server does. Each client sends
 * every n-th of them, at once if it is late. Some keep their connection, others open one for each
 * request. A connection that the server ends with {@code Connection: close} is replaced.
 */
final class OpenClients implements AutoCloseable {

  private final InetSocketAddress server;
  private final GoodRequest request;
  private final Duration interval;
  private final Tally tally;
  private final SoakThreads threads = new SoakThreads();
  private final long begin = System.nanoTime();

  /** From when a request was due until its response was there, in nanoseconds. */
  private final AtomicLong longest = new AtomicLong();

  /** Volatile: written by the thread that started the clients, read by theirs. */
  private volatile boolean over;

  /**
   * No client yet.
   *
   * @param interval between two requests of a client
   */
  OpenClients(InetSocketAddress server, GoodRequest request, Duration interval, Tally tally) {
    this.server = server;
    this.request = request;
    this.interval = interval;
    this.tally = tally;
  }

  /** Starts some that keep their connection, and some that do not. */
  void start(int kept, int fresh) {
    int count = kept + fresh;
    for (int i = 0; i < count; i++) {
      boolean keeps = i < kept;
      long offset = interval.toNanos() * i / count;
      threads.start("soak-open", () -> run(keeps, offset));
    }
  }

  /** The longest time from when a request was due until it was answered. */
  Duration longest() {
    return Duration.ofNanos(longest.get());
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
    longest.accumulateAndGet(System.nanoTime() - due, Math::max);
    tally.count(outcome);
    return outcome instanceof Outcome.Answered answer && !answer.closes();
  }

  private long awaitNext(long last) {
    long due = last + interval.toNanos();
    for (long left = due - System.nanoTime(); left > 0 && !over; left = due - System.nanoTime()) {
      LockSupport.parkNanos(this, left);
    }
    return due;
  }
}
