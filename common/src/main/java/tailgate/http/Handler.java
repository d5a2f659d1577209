package tailgate.http;

/**
 * Answers requests. This is what to implement for a server of your own under all six models: {@code
 * --handler-jar my.jar --handler com.example.Hello}.
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
 * <p><b>Threads.</b> One handler serves all connections of a server, many of them at the same time,
 * so it must be thread-safe. Whose thread it is called on is what the stages differ in: the one
 * that accepts, a new one, one of a pool, a virtual one, or the reactor itself. The requests of one
 * connection come one after the other, not always on the same thread. A value in a {@link
 * ThreadLocal} is of use only where threads are, and costs as many values as there are threads.
 *
 * <p><b>Blocking.</b> It may block: what that costs is what the stages are compared by. A pool
 * lends a thread to it, a virtual thread hardly costs anything, and on the event loop all
 * connections of that reactor wait as well. Before Java 24 a virtual thread that blocks inside
 * {@code synchronized} holds on to its carrier; a {@link java.util.concurrent.locks.ReentrantLock}
 * has no such price.
 *
 * <p><b>What it may keep.</b> Of the request, nothing but the strings that it has made of it: the
 * object is the next request's as soon as the handler returns. Its own responses as long as it
 * likes: one that was made beforehand serves any number of requests, at the same time too, and
 * makes no garbage. Only one with a {@link Body.Transfer} belongs to the request it was made for.
 *
 * <p><b>What goes wrong.</b> Whatever it throws, an {@link Error} too, is answered with 500, logged
 * with its stack trace and counted. The connection goes on, and so does the server. Of null, and of
 * {@link Status#CONTINUE}, the same holds. It is interrupted when the server stops and its time to
 * drain is over; a flag that it leaves behind on its thread is cleared.
 *
 * <p><b>What it need not do.</b> A body has been read and thrown away before it is called. Date,
 * Connection and Content-Length are added, and the content is left out where the request was a
 * HEAD. Conditions and ranges are its own affair, as are the methods that it does not want.
 */
@FunctionalInterface
public interface Handler {

  /**
   * Answers one request.
   *
   * @param request valid only until this returns
   * @return what is sent, never null
   * @throws Exception anything that goes wrong; the client is told 500
   */
  Response handle(Request request) throws Exception;
}
