package tailgate.downstream;

import java.io.IOException;
import java.sql.SQLException;
import tailgate.http.Response;
import tailgate.http.Status;

/** Calls of a back end within a bound. A request that cannot be answered in time gets 503. */
record Calls(Bound bound) {

  private static final Response REFUSED = refusal();

  /** One call. */
  @FunctionalInterface
  interface Call {

    /** Makes the call, and returns its answer as text. */
    String make() throws IOException, SQLException, InterruptedException;
  }

  private static Response refusal() {
    return Response.status(Status.SERVICE_UNAVAILABLE).field("Retry-After", "1").empty();
  }

  /**
   * Returns the answer to the call, or 503: there was no slot in time, the back end was too slow,
   * or it failed.
   */
  Response answer(Call call) throws InterruptedException {
    if (!bound.enter()) {
      return REFUSED;
    }
    try {
      return Response.status(Status.OK).text(call.make());
    } catch (IOException | SQLException e) {
      return REFUSED; // a log line for each of thousands would be measured, too
    } finally {
      bound.leave();
    }
  }
}
