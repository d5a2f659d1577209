package tailgate.lab.race;

import java.util.concurrent.Semaphore;
import tailgate.http.Handler;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;

/**
 * Simulates a back end that does so many things at a time, as a database with so many connections:
 * each request holds a slot for 50 ms. It runs in the servers; all else of this package does not.
 */
public final class SlotsHandler implements Handler {

  static final int HOLD_MILLIS = 50;

  /** The system property that has the number of slots. */
  static final String SLOTS = "tailgate.race.slots";

  private static final Response DONE = Response.status(Status.OK).text("done\n");

  /** The slots are fair: the request that has waited longest is next. */
  private final Semaphore slots = new Semaphore(Integer.getInteger(SLOTS, 1), true);

  @Override
  public Response handle(Request request) throws InterruptedException {
    slots.acquire();
    try {
      Thread.sleep(HOLD_MILLIS);
    } finally {
      slots.release();
    }
    return DONE;
  }
}
