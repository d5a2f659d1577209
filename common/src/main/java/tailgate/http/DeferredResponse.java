package tailgate.http;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;

/**
 * Says that a request can be answered only after work that another thread does. So a handler that
 * needs long for a few requests does not occupy the thread that called it: a reactor or a worker
 * serves others meanwhile. A thread that serves one connection only waits for the work.
 *
 * <pre>
 *   CompletableFuture&lt;Rows&gt; rows = database.query();
 *   return new DeferredResponse(rows, request -> page(rows.join()));
 * </pre>
 *
 * <p>The connection reads no further request until this one is answered. Thread-safe if its parts
 * are.
 */
public final class DeferredResponse extends Response {

  private static final byte[] NEVER_SENT = {};

  private final CompletableFuture<?> work;
  private final Handler next;

  /**
   * Defers the response.
   *
   * @param work must complete, in whatever way, or the client waits for ever
   * @param next answers the same request when the work is done, well or not, on a thread of the
   *     connection; must be as prompt as the handler
   */
  public DeferredResponse(CompletableFuture<?> work, Handler next) {
    super(Status.INTERNAL_SERVER_ERROR, NEVER_SENT, UNDATED, Body.EMPTY);
    this.work = work;
    this.next = next;
  }

  /** Returns this response, with {@code wrapper} around the handler that will answer. */
  public DeferredResponse with(UnaryOperator<Handler> wrapper) {
    return new DeferredResponse(work, wrapper.apply(next));
  }

  /** Whether {@link #await} would not wait. */
  public boolean isDone() {
    return work.isDone();
  }

  /** Runs {@code action} when the work is done: on the thread that completes it, or here. */
  public void whenDone(Runnable action) {
    var unused = work.whenComplete((result, failure) -> action.run());
  }

  /**
   * Waits until the work is done, and answers the request.
   *
   * @param request the one for which the handler has returned this
   * @return perhaps deferred again
   * @throws InterruptedException if the thread is interrupted while it waits
   * @throws Exception any failure of the handler
   */
  public Response await(Request request) throws Exception {
    try {
      work.get();
    } catch (ExecutionException | CancellationException e) {
      // The handler finds out itself what to answer then.
    }
    return next.handle(request);
  }
}
