package tailgate.server;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tailgate.http.Body;
import tailgate.http.Response;
import tailgate.http.Response.Persistence;

/**
 * The sending side of a connection: keeps a response until there is room for it in the {@link
 * WriteBuffer}, and sends what is there, waiting for that no longer than {@link ConnectionDeadline}
 * says.
 *
 * <p>Confined to the thread that proceeds the connection.
 */
final class ResponseWriter {

  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final SocketChannel channel;
  private final ConnectionContext context;
  private final ConnectionDeadline deadline;
  private final RequestTiming timing;
  private final ServerTiming serverTiming;
  private final WriteBuffer output;

  /** Waits for room; null once it is in the output. */
  private @Nullable Response response;

  private Persistence persistence = Persistence.IMPLICIT;
  private boolean withContent = true;

  ResponseWriter(
      SocketChannel channel,
      ConnectionContext context,
      ConnectionDeadline deadline,
      RequestTiming timing) {
    this.channel = channel;
    this.context = context;
    this.deadline = deadline;
    this.timing = timing;
    this.serverTiming = timing.serverTiming();
    this.output = new WriteBuffer(context.buffers(), channel.isBlocking());
  }

  /** Takes the next response; the one before must have been put. */
  void take(Response next, Persistence itsPersistence, boolean withItsContent) {
    response = next;
    persistence = itsPersistence;
    withContent = withItsContent;
  }

  /** Whether the connection ends after the response. */
  boolean isLast() {
    return persistence == Persistence.CLOSE;
  }

  /** Puts the response into the output; false if what is there must be sent first. */
  boolean put() {
    Response next = response;
    if (next == null) {
      throw new IllegalStateException("no response");
    }
    if (output.isSealed() || !output.hasRoom(next.headLength() + serverTiming.length())) {
      return false;
    }
    output.add(next, context.date(), persistence, serverTiming, withContent);
    response = null;
    context.counters().responses.increment();
    return true;
  }

  /** Puts 100 (Continue) into the output, which must be empty. */
  void putContinue() {
    output.add(CONTINUE);
  }

  /** Whether there is nothing to send. */
  boolean isEmpty() {
    return output.isEmpty();
  }

  /** Whether nothing can be put before what is there was sent. */
  boolean isSealed() {
    return output.isSealed();
  }

  /** Bytes of the last response that are still to be sent; those before it may count as well. */
  long unsentBytes() {
    Response waiting = response;
    return output.unsentBytes() + (waiting == null ? 0 : waiting.body().length());
  }

  /** Sends as long as the socket takes it and it is our turn; whether nothing is left then. */
  boolean send(FairnessBudget budget) throws IOException {
    for (int writes = 0; budget.allowsWrite(writes); writes++) {
      deadline.waitForRoom();
      switch (write()) {
        case ALL -> {
          return true;
        }
        case SOME -> {}
        case BLOCKED -> {
          return false;
        }
      }
    }
    return false;
  }

  private WriteBuffer.Written write() throws IOException {
    long before = output.sentBytes();
    try {
      return output.write(channel);
    } finally {
      long sent = output.sentBytes() - before;
      timing.sent(sent);
      context.counters().bytesSent.add(sent);
    }
  }

  /** Forgets everything, sent or not, and closes it. */
  void release() {
    output.release();
    Response unsent = response;
    response = null;
    if (unsent != null && unsent.body() instanceof Body.Transfer transfer) {
      LargeBody.close(transfer);
    }
  }
}
