package tailgate.server;

import tailgate.http.Method;
import tailgate.http.Refusal;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Response.Persistence;
import tailgate.http.Status;
import tailgate.http.Version;

/**
 * What a connection says to what has arrived: the handler's response to a request, and the server's
 * own to what is none or came too late. Each goes into the {@link ResponseWriter}, and the {@link
 * RequestTiming} hears of it.
 *
 * <p>Confined to the owner of the connection.
 */
final class RequestProcessor {

  private static final Response FAILED =
      StatusText.of(Status.INTERNAL_SERVER_ERROR, "The request could not be served.");

  private static final Response TIMED_OUT =
      StatusText.of(Status.REQUEST_TIMEOUT, "The request took too long to arrive.");

  private final ConnectionContext context;
  private final RequestReader reader;
  private final ResponseWriter writer;
  private final RequestTiming timing;

  RequestProcessor(
      ConnectionContext context,
      RequestReader reader,
      ResponseWriter writer,
      RequestTiming timing) {
    this.context = context;
    this.reader = reader;
    this.writer = writer;
    this.timing = timing;
  }

  // ---- to a request

  /** Has the handler answer the request in the inbox. */
  void answer() {
    timing.begin();
    Request request = reader.request();
    Response response = withPage(handle(request));
    writer.take(response, persistence(request), request.method() != Method.HEAD);
    timing.answered(request, response);
  }

  private Response handle(Request request) {
    try {
      return context.handler().handle(request);
    } catch (Throwable e) { // an Error too: this client may get its 500, and others go on
      context.counters().handlerFailures.increment();
      context.handlerErrorLog().failed(request::target, e);
      return FAILED;
    } finally {
      // Left behind, it would close the next channel that this thread blocks on: this one, or, on
      // the accepting thread, the port.
      Thread.interrupted();
    }
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

  // ---- to what is none; the connection ends with it

  /**
   * Says what is wrong with a request.
   *
   * @param headWasWhole whether it is its content, and not its head
   */
  void refuse(Refusal refusal, boolean headWasWhole) {
    context.counters().refusals.increment(refusal);
    last(StatusText.of(refusal.status(), refusal.detail()), headWasWhole);
  }

  /** Says that a request did not come in time; {@code headWasWhole} as for {@link #refuse}. */
  void timeOut(boolean headWasWhole) {
    last(TIMED_OUT, headWasWhole);
  }

  private void last(Response response, boolean headWasWhole) {
    timing.begin();
    Response last = withPage(response);
    boolean toHead = headWasWhole && reader.request().method() == Method.HEAD;
    writer.take(last, Persistence.CLOSE, !toHead);
    if (headWasWhole) {
      timing.answered(reader.request(), last);
    } else {
      reader.lendFirstLine((bytes, from, to) -> timing.refused(last, bytes, from, to));
    }
  }

  /** Whoever made it: all errors of requests that were read pass here. */
  private Response withPage(Response answer) {
    return answer.status().isError() ? context.errorPages().of(answer) : answer;
  }
}
