package example;

import java.util.concurrent.Semaphore;
import tailgate.http.Handler;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;

/**
 * A page that is made from a query: 5 ms of waiting for a database that takes four of them at a
 * time, then a bit of computing.
 */
public final class FourConnections implements Handler {

  private static final int CONNECTIONS = 4;
  private static final long QUERY_MILLIS = 5;

  /** A fraction of a millisecond. */
  private static final int ROUNDS = 200_000;

  /** Fair: who has waited longest is next. */
  private final Semaphore connections = new Semaphore(CONNECTIONS, true);

  @Override
  public Response handle(Request request) throws InterruptedException {
    String row = query(request.target());
    return Response.status(Status.OK).text(render(row));
  }

  private String query(String target) throws InterruptedException {
    connections.acquire();
    try {
      Thread.sleep(QUERY_MILLIS);
      return "a row for " + target;
    } finally {
      connections.release();
    }
  }

  private static String render(String row) {
    int hash = row.hashCode();
    for (int i = 0; i < ROUNDS; i++) {
      hash = 31 * hash + i;
    }
    return row + ", " + Integer.toHexString(hash) + "\n";
  }
}
