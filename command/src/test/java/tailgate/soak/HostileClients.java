package tailgate.soak;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients that attack a server, one after the other with all that {@link Hostile} has. */
final class HostileClients implements AutoCloseable {

  private final SoakThreads threads = new SoakThreads();
  private final AtomicInteger attacks = new AtomicInteger();
  private final Attack on;

  /** Volatile: written by the thread that started the clients, read by theirs. */
  private volatile boolean over;

  HostileClients(InetSocketAddress server, Site site, Tally tally) {
    on = new Attack(server, site, tally, () -> over);
  }

  /** Starts so many of them, each with another attack than the one before. */
  HostileClients start(int clients) {
    for (int i = 0; i < clients; i++) {
      int first = i;
      threads.start("soak-hostile", () -> run(first));
    }
    return this;
  }

  private void run(int first) {
    Hostile[] all = Hostile.values();
    for (int next = first; !over; next++) {
      try {
        attacks.incrementAndGet();
        all[next % all.length].attack(on);
      } catch (IOException defended) {
        // The server has ended the connection, which it may.
      }
    }
  }

  /** How many attacks have begun. */
  int attacks() {
    return attacks.get();
  }

  /** Lets each end its attack, and waits for that. */
  @Override
  public void close() {
    over = true;
    threads.join();
  }
}
