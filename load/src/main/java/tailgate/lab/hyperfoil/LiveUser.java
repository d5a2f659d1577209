package tailgate.lab.hyperfoil;

import io.hyperfoil.api.session.Session;
import org.jspecify.annotations.Nullable;

/** A user of a live load. Confined to its event loop. */
final class LiveUser implements Session.Resource {

  static final class Key implements Session.ResourceKey<LiveUser> {

    private static final long serialVersionUID = 1;
  }

  static final Key KEY = new Key();

  /** The current request; null if the user has none. */
  @Nullable LiveRequest request;

  /** The status of the answer, 0 before there is one. */
  int status;

  /** Whether the user is among those that are free. */
  boolean isFree;

  /** Whether the request was passed on to Hyperfoil. */
  boolean isSending;

  /** The session; null before it runs for the first time. */
  @Nullable Session session;

  /** Wakes the user, because it has a request now. */
  void wake() {
    Session running = session;
    if (running != null) { // else it finds its request when it begins
      running.proceed();
    }
  }
}
