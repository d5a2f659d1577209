package example;

import tailgate.http.Handler;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;

/**
 * Answers all requests, in any of Tailgate's six stages. One instance serves all connections, many
 * at the same time.
 */
public final class MyHandler implements Handler {

  @Override
  public Response handle(Request request) {
    return switch (request.method()) {
      case GET, HEAD -> Response.status(Status.OK).text("Hello, " + request.path() + "\n");
      case POST -> Response.status(Status.CREATED).text(request.body().length + " bytes\n");
      default ->
          Response.status(Status.METHOD_NOT_ALLOWED).field("Allow", "GET, HEAD, POST").empty();
    };
  }
}
