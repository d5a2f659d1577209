package tailgate.server;

import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;

/**
 * How a connection comes by the bytes in its {@link Inbox}: waits for them no longer than {@link
 * Patience} says, reads, and counts them. Who reads is the reactor, before it hands the connection
 * over ({@link #receive}), and from then on the worker ({@link #read}); the {@link Exchange} has to
 * know which, because a request is there from when its last bytes were.
 *
 * <p>Confined to the owner of the connection.
 */
final class Intake {

  private final Inbox inbox;
  private final boolean blocking;
  private final Patience patience;
  private final Exchange exchange;
  private final LongAdder bytesReceived;

  Intake(
      Inbox inbox,
      boolean blocking,
      Patience patience,
      Exchange exchange,
      ServerCounters counters) {
    this.inbox = inbox;
    this.blocking = blocking;
    this.patience = patience;
    this.exchange = exchange;
    this.bytesReceived = counters.bytesReceived;
  }

  /** Sets the deadline for the bytes that are missing: of content, of a head, or of its first. */
  void await(boolean content) {
    if (content) {
      patience.waitForBody();
    } else if (!inbox.isEmpty()) {
      patience.waitForHead();
    } else { // the first request may be there already; if it is not, the sweeper ends the wait
      patience.waitForRequest();
    }
  }

  /** Whether a read would find nothing. On a blocking channel it waits until it does. */
  boolean isDry() {
    return !blocking && inbox.drained();
  }

  /** The worker's look at the socket: whether it brought anything, be it the end. */
  boolean read() throws IOException {
    int n = inbox.read();
    exchange.bytesRead();
    return arrived(n);
  }

  /** The reactor's look at the socket, after a pause: whether it brought anything. */
  boolean receive() throws IOException {
    return arrived(inbox.readAgain());
  }

  private boolean arrived(int n) {
    bytesReceived.add(Math.max(n, 0));
    return n != 0;
  }
}
