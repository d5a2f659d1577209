package tailgate.soak;

import java.util.concurrent.locks.LockSupport;
import tailgate.http.Handler;
import tailgate.http.Request;
import tailgate.http.Response;

/** Never answers, and takes no notice of interrupts. */
public final class StuckHandler implements Handler {

  @Override
  public Response handle(Request request) {
    boolean spins = request.target().equals("/spin");
    while (true) {
      if (spins) {
        Thread.onSpinWait();
      } else {
        LockSupport.park(this);
        Thread.interrupted(); // else it would not wait any more
      }
    }
  }
}
