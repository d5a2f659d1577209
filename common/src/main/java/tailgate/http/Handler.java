package tailgate.http;

/**
 * Answers requests. Implement it to run your own code under all six models: {@code --handler-jar
 * my.jar --handler com.example.Hello}.
 *
 * <pre>{@code
 * public final class Hello implements Handler {
 *   @Override
 *   public Response handle(Request request) {
 *     return Response.status(Status.OK).text("You have asked for " + request.path() + "\n");
 *   }
 * }
 * }</pre>
 *
 * <p><b>Threads.</b> One handler serves all connections of a server, many at the same time, so it
 * must be thread-safe. The stages differ in the thread that calls it: the accepting thread, a new
 * thread, a pool's thread, a virtual thread, or the reactor. The requests of one connection are
 * handled one after the other, not always on the same thread. A {@link ThreadLocal} has one value
 * per thread, so it is of little use with many short-lived threads.
 *
 * <p><b>Blocking.</b> It may block. The stages show what that costs: in a pool it occupies a
 * thread, a virtual thread costs almost nothing, and on the event loop all connections of that
 * reactor wait too. Before Java 24, a virtual thread that blocks inside {@code synchronized} does
 * not release its carrier. A {@link java.util.concurrent.locks.ReentrantLock} does not have that
 * problem. One that waits for a file keeps its carrier on every version. A handler that need not
 * block should not: with a {@link DeferredResponse} another thread does the work, and no reactor or
 * worker waits for it.
 *
 * <p><b>What it may keep.</b> It must not keep the request, which is reused for the next one as
 * soon as the handler returns; it may keep strings that it got from the request. It may keep its
 * own responses. One response can answer any number of requests, also at the same time, and then
 * allocates nothing. Only a response with a {@link Body.Transfer} belongs to one request.
 *
 * <p><b>Failures.</b> Anything that it throws, also an {@link Error}, is answered with 500, logged
 * with its stack trace and counted. The connection and the server go on. The same applies to null
 * and to {@link Status#CONTINUE}. A {@link java.util.concurrent.RejectedExecutionException} says
 * that an executor of the handler is full: it is answered with 503 and counted as a rejection, as
 * is an {@link java.io.IOException} while the process has no descriptor left. The thread is
 * interrupted when the server stops and its drain timeout has expired. An interrupt flag that the
 * handler leaves set is cleared, and so is the parking permit that {@link Thread#sleep} leaves on a
 * virtual thread.
 *
 * <p><b>What the server does.</b> It has read the whole body before the call ({@link
 * Request#body}), so a slow client does not occupy the handler. It adds Date, Connection and
 * Content-Length, and omits the content in the response to HEAD. The handler itself must evaluate
 * conditions and ranges, and refuse methods that it does not support.
 */
@FunctionalInterface
public interface Handler {

  /**
   * Answers one request.
   *
   * @param request valid only until this returns
   * @return the response, or a {@link DeferredResponse}; never null
   * @throws Exception any failure; the client gets a 500
   */
  Response handle(Request request) throws Exception;

  /**
   * Whether {@link #handle} neither waits nor computes for long; work that a {@link
   * DeferredResponse} waits for does not count. A client may send requests without waiting for the
   * responses (pipelining, RFC 9112 §9.3.2): the responses of a prompt handler then leave together,
   * unless requests wait for a permit, and those of any other each before the next request is
   * handled. Asked once, when the server is made.
   */
  default boolean isPrompt() {
    return false;
  }

  /**
   * Whether the server keeps the bodies of requests for this handler. If it does not, it discards
   * them as they arrive, {@link Request#body} is empty, and a request with a long body takes no
   * memory. Asked once, when the server is made.
   */
  default boolean readsBody() {
    return true;
  }
}
