package tailgate.lab.hyperfoil;

import io.hyperfoil.api.session.Session;

/** One user's request under way. Confined to the user's event loop. */
final class Trip implements Session.Resource {

  static final class Key implements Session.ResourceKey<Trip> {

    private static final long serialVersionUID = 1;
  }

  static final Key KEY = new Key();

  /** In nanoseconds from the start of the load. */
  long due;

  boolean departed;

  /** The status of the answer, 0 before there is one. */
  int status;

  void begin(long newDue) {
    due = newDue;
    departed = false;
    status = 0;
  }
}
