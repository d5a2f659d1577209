package example;

import tailgate.http.Handler;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;

/**
 * Answers at once: {@code /large} with 8 MiB, which is more than the buffers between server and
 * client take, every other path with a few bytes. {@code ./tailgate compare idlers} has clients
 * that read the large answer slowly beside a load that asks for the small one.
 */
public final class SmallOrLarge implements Handler {

  private static final int LARGE = 8 << 20;

  private final Response small = Response.status(Status.OK).text("small\n");
  private final Response large = Response.status(Status.OK).text("x".repeat(LARGE));

  @Override
  public Response handle(Request request) {
    return request.target().equals("/large") ? large : small;
  }
}
