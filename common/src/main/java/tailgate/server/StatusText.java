package tailgate.server;

import tailgate.http.Response;
import tailgate.http.Status;

/** The short page that says what went wrong, and nothing that the client sent. */
final class StatusText {

  private StatusText() {}

  static Response of(Status status, String sentence) {
    return Response.status(status)
        .text(status.code() + " " + status.reason() + "\n" + sentence + "\n");
  }
}
