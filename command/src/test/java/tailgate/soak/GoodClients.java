package tailgate.soak;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Well-behaved clients, each on a thread of its own: some keep their connection, others open one
 * for each request. They check every response.
 *
 * <pre>
 *   running ──stopping: a client whose connection ends does not connect again──▶ ending ──close──▶ ended
 * </pre>
 */
public final class GoodClients implements AutoCloseable {

  private final InetSocketAddress server;
  private final List<GoodRequest> requests;
  private final Duration think;
  private final Tally tally;
  private final SoakThreads threads = new SoakThreads();

  /** Volatile: written by the thread that started the clients, read by theirs. */
  private volatile boolean stopping;

  /** Volatile, as above. */
  private volatile boolean over;

  /**
   * No client yet.
   *
   * @param requests each client sends them in turn
   * @param think the time between two requests of a client
   */
  public GoodClients(
      InetSocketAddress server, List<GoodRequest> requests, Duration think, Tally tally) {
    this.server = server;
    this.requests = requests;
    this.think = think;
    this.tally = tally;
  }

  /** Starts some that keep their connection, and some that do not. */
  public GoodClients start(int kept, int fresh) {
    for (int i = 0; i < kept + fresh; i++) {
      boolean keeps = i < kept;
      int first = i;
      threads.start("soak-good", () -> run(keeps, first));
    }
    return this;
  }

  /** The server is about to be told to stop: the end of a connection is no reason for another. */
  public void stopping() {
    stopping = true;
  }

  /** Lets each client end its current request, and waits for that. */
  @Override
  public void close() {
    over = true;
    threads.join();
  }

  private void run(boolean keeps, int first) {
    int next = first;
    while (!over) {
      try (var connection = new ClientConnection(server)) {
        next = useConnection(connection, keeps, next);
        if (stopping && keeps) {
          return;
        }
      } catch (IOException e) {
        if (stopping) {
          return; // the port is closed
        }
        tally.countRefused(e.getMessage());
        pause(Duration.ofMillis(10));
      }
      pause(think);
    }
  }

  /** Sends requests until the connection ends, or only one; returns which one is the next. */
  private int useConnection(ClientConnection connection, boolean keeps, int first) {
    int next = first;
    boolean open = true;
    while (open && !over) {
      Outcome outcome = connection.ask(requests.get(next++ % requests.size()));
      tally.count(outcome);
      boolean closes = outcome instanceof Outcome.Answered answer && answer.closes();
      if (closes && stopping && keeps) {
        tally.countTold();
      }
      open = keeps && outcome instanceof Outcome.Answered && !closes;
      if (open) {
        pause(think);
      }
    }
    return next;
  }

  private void pause(Duration time) {
    if (!time.isZero()) {
      LockSupport.parkNanos(this, time.toNanos());
    }
  }
}
