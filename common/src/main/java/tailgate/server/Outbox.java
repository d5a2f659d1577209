package tailgate.server;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tailgate.http.Body;
import tailgate.http.Method;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Response.Persistence;
import tailgate.http.Status;
import tailgate.http.Version;

/**
 * The sending side of a connection: has a request answered, and keeps the response until there is
 * room for it in the {@link Output}.
 *
 * <p>Confined to the thread that proceeds the connection.
 */
final class Outbox {

  private static final Logger LOG = LoggerFactory.getLogger(Outbox.class);

  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private static final Response FAILED =
      StatusText.of(Status.INTERNAL_SERVER_ERROR, "The request could not be served.");

  private final ConnectionContext context;
  private final Output output;
  private final ServerTiming timing;

  /** Waits for room; null once it is in the output. */
  private @Nullable Response response;

  private Persistence persistence = Persistence.IMPLICIT;
  private boolean withContent = true;

  Outbox(ConnectionContext context, boolean blocking, ServerTiming timing) {
    this.context = context;
    this.timing = timing;
    this.output = new Output(context.buffers(), blocking);
  }

  /** Has the handler answer a request; answers what will be sent. */
  Response answer(Request request) {
    Response answer = withPage(handle(request));
    response = answer;
    persistence = persistence(request);
    withContent = request.method() != Method.HEAD;
    return answer;
  }

  private Response handle(Request request) {
    try {
      return context.handler().handle(request);
    } catch (Throwable e) { // an Error too: this client may get its 500, and others go on
      context.counters().handlerFailures.increment();
      LOG.warn("cannot serve {}", request.target(), e);
      return FAILED;
    } finally {
      // Left behind, it would close the next channel that this thread blocks on: this one, or, on
      // the accepting thread, the port.
      Thread.interrupted();
    }
  }

  /** Whoever made it: all errors of requests that were read pass here. */
  private Response withPage(Response answer) {
    return answer.status().isError() ? context.errorPages().of(answer) : answer;
  }

  /** After the handler: whether the server is stopping may have changed meanwhile. */
  private Persistence persistence(Request request) {
    boolean goesOn =
        request.persistent() && context.keepAlive() && !context.draining().getAsBoolean();
    if (!goesOn) {
      return Persistence.CLOSE;
    }
    return request.version() == Version.HTTP_1_0 ? Persistence.KEEP_ALIVE : Persistence.IMPLICIT;
  }

  /** Takes a response after which the connection ends; answers what will be sent. */
  Response last(Response last, boolean withItsContent) {
    Response answer = withPage(last);
    response = answer;
    persistence = Persistence.CLOSE;
    withContent = withItsContent;
    return answer;
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
    if (output.isSealed() || !output.hasRoom(next.headLength() + timing.length())) {
      return false;
    }
    output.add(next, context.date(), persistence, timing, withContent);
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

  Output.Written write(SocketChannel channel, Exchange exchange) throws IOException {
    long before = output.sentBytes();
    try {
      return output.write(channel);
    } finally {
      long sent = output.sentBytes() - before;
      exchange.sent(sent);
      context.counters().bytesSent.add(sent);
    }
  }

  /** Forgets everything, sent or not, and closes it. */
  void release() {
    output.release();
    Response unsent = response;
    response = null;
    if (unsent != null && unsent.body() instanceof Body.Transfer transfer) {
      Output.close(transfer);
    }
  }
}
