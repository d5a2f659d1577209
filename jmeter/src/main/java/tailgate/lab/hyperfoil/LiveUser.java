package tailgate.lab.hyperfoil;

import io.hyperfoil.api.session.Session;
import org.jspecify.annotations.Nullable;

/** A user of a live load. Confined to its event loop. */
final class LiveUser implements Session.Resource {

  static final class Key implements Session.ResourceKey<LiveUser> {

    private static final long serialVersionUID = 1;
  }

  static final Key KEY = new Key();

  /** Its current request; null if it has none. */
  @Nullable LiveRequest request;

  /** The status of the answer, 0 before there is one. */
  int status;

  /** Whether it is among those that are free. */
  boolean isFree;

  /** Whether its request was passed on to Hyperfoil. */
  boolean isSending;

  /** Null before it runs for the first time. */
  @Nullable Session session;

  /** It has a request now. */
  void wake() {
    Session its = session;
    if (its != null) { // else it finds its request when it begins
      its.proceed();
    }
  }
}
