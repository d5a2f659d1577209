package tailgate.lab.hyperfoil;

import io.hyperfoil.api.session.Session;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** The current request of one user. Confined to the user's event loop. */
final class RequestState implements Session.Resource {

  static final class Key implements Session.ResourceKey<RequestState> {

    private static final long serialVersionUID = 1;
  }

  static final Key KEY = new Key();

  /** Its number in the load, from 0. */
  long number;

  /** In nanoseconds from the start of the load. */
  long due;

  boolean departed;

  /** Wakes the user when the request is due; null if it was late already. */
  @Nullable Future<?> alarm;

  /** The status of the answer, 0 before there is one. */
  int status;

  void begin(long newNumber, long newDue) {
    number = newNumber;
    due = newDue;
    departed = false;
    alarm = null;
    status = 0;
  }
}
