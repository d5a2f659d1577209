package tailgate.server;

import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;

/**
 * How a connection comes by the bytes in its {@link RequestReader}: waits for them no longer than
 * {@link ConnectionDeadline} says, reads, and counts them. Who reads is the reactor, before it
 * hands the connection over ({@link #receive}), and from then on the worker ({@link #read}); the
 * {@link RequestTiming} has to know which, because a request is there from when its last bytes
 * were.
 *
 * <p>Confined to the owner of the connection.
 */
final class Intake {

  private final RequestReader reader;
  private final boolean blocking;
  private final ConnectionDeadline deadline;
  private final RequestTiming timing;
  private final LongAdder bytesReceived;

  Intake(
      RequestReader reader,
      boolean blocking,
      ConnectionDeadline deadline,
      RequestTiming timing,
      ServerCounters counters) {
    this.reader = reader;
    this.blocking = blocking;
    this.deadline = deadline;
    this.timing = timing;
    this.bytesReceived = counters.bytesReceived;
  }

  /** Sets the deadline for the bytes that are missing: of content, of a head, or of its first. */
  void await(boolean content) {
    if (content) {
      deadline.waitForBody();
    } else if (!reader.isEmpty()) {
      deadline.waitForHead();
    } else { // the first request may be there already; if it is not, the sweeper ends the wait
      deadline.waitForRequest();
    }
  }

  /** Whether a read would find nothing. On a blocking channel it waits until it does. */
  boolean isDry() {
    return !blocking && reader.drained();
  }

  /** The worker's look at the socket: whether it brought anything, be it the end. */
  boolean read() throws IOException {
    int n = reader.read();
    timing.bytesRead();
    return arrived(n);
  }

  /** The reactor's look at the socket, after a pause: whether it brought anything. */
  boolean receive() throws IOException {
    return arrived(reader.readAgain());
  }

  private boolean arrived(int n) {
    bytesReceived.add(Math.max(n, 0));
    return n != 0;
  }
}
