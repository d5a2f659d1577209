package tailgate.server.connection;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import tailgate.http.Body;
import tailgate.http.DeferredResponse;
import tailgate.http.ErrorPages;
import tailgate.http.Handler;
import tailgate.http.Method;
import tailgate.http.Refusal;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Response.Persistence;
import tailgate.http.Status;
import tailgate.http.Version;
import tailgate.queue.DisciplinedSemaphore;
import tailgate.queue.Lateness;
import tailgate.server.observe.RequestTiming;
import tailgate.server.observe.ServerCounters;
import tailgate.server.observe.ServerCounters.Overload;
import tailgate.server.observe.ServerCounters.ServerEvent;

/**
 * Finds the response to what a {@link RequestReader} has read. The handler answers a request that
 * is admitted; the server itself answers one that is not, with 503, and bytes that are not a
 * request or came too late. It gives the response to the {@link ResponseWriter}, and notifies
 * observers through the {@link RequestTiming}.
 *
 * <p>One for all connections, without state of its own: thread-safe.
 */
final class RequestProcessor {

  private static final Response FAILED =
      text(Status.INTERNAL_SERVER_ERROR, "The request could not be served.");

  private static final Response TIMED_OUT =
      text(Status.REQUEST_TIMEOUT, "The request took too long to arrive.");

  private final Handler handler;
  private final ErrorPages errorPages;

  /**
   * The permits of {@code --max-concurrent}; null in every stage that has no such option, and
   * without it. The {@code --admission} of a pool is not here: it acts before the pool's queue.
   */
  private final @Nullable DisciplinedSemaphore admission;

  private final boolean mayTakeLong;
  private final boolean keepAlive;
  private final StopPhase stop;
  private final ServerCounters counters;
  private final HandlerErrorLog errorLog;
  private final SharedDescriptors descriptors;

  RequestProcessor(
      Handler handler,
      ErrorPages errorPages,
      @Nullable DisciplinedSemaphore admission,
      boolean keepAlive,
      StopPhase stop,
      ServerCounters counters,
      HandlerErrorLog errorLog,
      SharedDescriptors descriptors) {
    this.handler = handler;
    this.errorPages = errorPages;
    this.admission = admission;
    this.mayTakeLong = admission != null || !handler.isPrompt();
    this.keepAlive = keepAlive;
    this.stop = stop;
    this.counters = counters;
    this.errorLog = errorLog;
    this.descriptors = descriptors;
  }

  /**
   * Whether {@link #process} may take long, because it waits for a permit or because of the
   * handler.
   */
  boolean mayTakeLong() {
    return mayTakeLong;
  }

  /**
   * Has the handler answer the request, if it is admitted. The writer gets the response, or what it
   * waits for.
   *
   * @return whether there is a response, and it found room in the writer
   */
  boolean process(RequestReader reader, ResponseWriter writer, RequestTiming timing) {
    long arrived = now();
    boolean admitted = admission == null || isAdmitted(admission, timing);
    timing.begin();
    Request request = reader.request();
    Response response = admitted ? handle(request, arrived) : Rejection.RESPONSE;
    return answered(response, request, writer, timing);
  }

  /**
   * Answers a request whose response was deferred. On a blocking channel it waits for the work. No
   * permit is needed: what is scarce there is bounded by the thread that does the work.
   */
  boolean resume(
      DeferredResponse deferred,
      RequestReader reader,
      ResponseWriter writer,
      RequestTiming timing) {
    Request request = reader.request();
    return answered(answer(request, deferred::await), request, writer, timing);
  }

  private boolean answered(
      Response given, Request request, ResponseWriter writer, RequestTiming timing) {
    if (given instanceof DeferredResponse deferred) {
      writer.defer(deferred);
      return false;
    }
    Response response = withPage(given);
    Persistence persistence = persistence(request);
    timing.answered(request, response);
    return writer.put(response, persistence, request.method() != Method.HEAD);
  }

  /** Returns the time for the admission control; 0 if there is none. */
  private long now() {
    return admission == null ? 0 : admission.now();
  }

  /** Waits for a permit, and counts a refusal. */
  private boolean isAdmitted(DisciplinedSemaphore semaphore, RequestTiming timing) {
    Overload refused = acquire(semaphore);
    timing.waited();
    if (refused != null) {
      Thread.interrupted(); // as after the handler
      counters.count(refused);
    }
    return refused == null;
  }

  private static @Nullable Overload acquire(DisciplinedSemaphore semaphore) {
    try {
      Lateness lateness = semaphore.acquire();
      return lateness == null ? null : Rejection.cause(lateness);
    } catch (RejectedExecutionException | InterruptedException e) { // interrupted: a forced stop
      return Overload.EXECUTOR;
    }
  }

  private Response handle(Request request, long arrived) {
    long begun = now();
    try {
      return answer(request, handler);
    } finally {
      if (admission != null) {
        admission.release(arrived, begun);
      }
    }
  }

  private Response answer(Request request, Handler by) {
    try {
      Response response = by.handle(request);
      return response.body() instanceof Body.Transfer file && file.holdsDescriptor()
          ? descriptors.counted(response, file)
          : response;
    } catch (RejectedExecutionException e) {
      counters.count(Overload.EXECUTOR);
      return Rejection.RESPONSE;
    } catch (Throwable e) { // an Error too: this client may get its 500, and the others go on
      Response refused = descriptors.afterFailure(e);
      if (refused != null) {
        return refused;
      }
      counters.count(ServerEvent.HANDLER_FAILED);
      errorLog.failed(request::target, e);
      return FAILED;
    } finally {
      // If it stayed set, it would close the next channel that this thread blocks on: this one, or,
      // on the accepting thread, the port.
      Thread.interrupted();
      if (mayTakeLong && Thread.currentThread().isVirtual()) {
        clearParkingPermit();
      }
    }
  }

  /**
   * Clears the permit that a sleep leaves on a virtual thread. With it, the next read would
   * register twice to wait once, and a turn of the {@link FairnessBudget} would end at once.
   */
  private static void clearParkingPermit() {
    LockSupport.unpark(Thread.currentThread()); // there is one now, so the next line does not wait
    LockSupport.park();
  }

  /** Called after the handler, because the server may have begun to stop meanwhile. */
  private Persistence persistence(Request request) {
    boolean goesOn = request.persistent() && keepAlive && !stop.isAnnounced();
    if (!goesOn) {
      return Persistence.CLOSE;
    }
    return request.version() == Version.HTTP_1_0 ? Persistence.KEEP_ALIVE : Persistence.IMPLICIT;
  }

  // ---- the last response of a connection

  /** Says why the reader refused a request. */
  boolean refuse(RequestReader reader, ResponseWriter writer, RequestTiming timing) {
    Refusal refusal = reader.refusal();
    counters.count(refusal);
    return last(text(refusal.status(), refusal.detail()), reader, writer, timing);
  }

  /** Says that a request did not come in time. */
  boolean timeOut(RequestReader reader, ResponseWriter writer, RequestTiming timing) {
    return last(TIMED_OUT, reader, writer, timing);
  }

  private boolean last(
      Response plain, RequestReader reader, ResponseWriter writer, RequestTiming timing) {
    timing.begin();
    Response response = withPage(plain);
    boolean toHead = false;
    if (reader.inBody()) {
      toHead = reader.request().method() == Method.HEAD;
      timing.answered(reader.request(), response);
    } else {
      reader.lendFirstLine((bytes, from, to) -> timing.refused(response, bytes, from, to));
    }
    return writer.put(response, Persistence.CLOSE, !toHead);
  }

  /** Adds the site's error page to every error response, from the handler or from the server. */
  private Response withPage(Response response) {
    return response.status().isError() ? errorPages.of(response) : response;
  }

  /** A short text that says what went wrong, and repeats nothing that the client sent. */
  private static Response text(Status status, String sentence) {
    return Response.status(status)
        .text(status.code() + " " + status.reason() + "\n" + sentence + "\n");
  }
}
