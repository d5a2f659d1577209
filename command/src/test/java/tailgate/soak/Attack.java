package tailgate.soak;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * What an attack needs. Thread-safe.
 *
 * @param server the address that is attacked
 * @param site its files
 * @param tally where the responses are counted that must be right even so
 * @param isOver whether to come to an end
 */
record Attack(InetSocketAddress server, Site site, Tally tally, BooleanSupplier isOver) {

  private static final Duration BETWEEN_BYTES = Duration.ofMillis(50);
  private static final int LITTLE_ROOM = 32 << 10;
  private static final Duration MOMENT = Duration.ofMillis(20);
  private static final Duration SHORT = Duration.ofMillis(200);
  private static final Duration LONG = Duration.ofSeconds(4);

  ClientConnection connect() throws IOException {
    return new ClientConnection(server);
  }

  /** What the client does not read soon stays on the side of the server. */
  ClientConnection connectWithLittleRoom() throws IOException {
    return new ClientConnection(server, LITTLE_ROOM);
  }

  /** Counts an outcome; true if the connection is still open. */
  boolean checks(Outcome outcome) {
    tally.count(outcome);
    return outcome instanceof Outcome.Answered answer && !answer.closes();
  }

  /** Sends the bytes one by one, and then waits for the end of the connection. */
  void slowly(ClientConnection connection, byte[] bytes) throws IOException {
    for (byte octet : bytes) {
      if (isOver.getAsBoolean()) {
        return;
      }
      connection.send(new byte[] {octet});
      pause(BETWEEN_BYTES);
    }
  }

  /** So short that the server may not have done yet what it does; never the same. */
  void moment() {
    pause(Duration.ofNanos(ThreadLocalRandom.current().nextLong(MOMENT.toNanos())));
  }

  void pause() {
    pause(SHORT);
  }

  /** Longer than the server waits for a client that does not read. */
  void longPause() {
    long end = System.nanoTime() + LONG.toNanos();
    while (System.nanoTime() - end < 0 && !isOver.getAsBoolean()) {
      pause(BETWEEN_BYTES);
    }
  }

  private void pause(Duration time) {
    LockSupport.parkNanos(this, time.toNanos());
  }
}
