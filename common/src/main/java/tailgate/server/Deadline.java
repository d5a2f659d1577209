package tailgate.server;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What a connection waits for, and until when.
 *
 * <p>Written by the thread that proceeds the connection, read by the sweeper at any time. Both
 * facts are one long (the lowest bits of the nanoseconds give way to the wait), so that the sweeper
 * never pairs the one with the other's predecessor, and opaque access is enough: whoever is late by
 * one sweep is late by one sweep.
 */
final class Deadline {

  /** What is waited for. */
  enum Wait {
    /** Nothing that has a deadline: a worker has the connection, or is about to. */
    NOTHING,
    /** The first byte of a request. */
    REQUEST,
    /** The rest of a head. */
    HEAD,
    /** More of a request's content. */
    BODY,
    /** Room for more of the response. */
    WRITE
  }

  private static final Wait[] WAITS = Wait.values();
  private static final int WAIT_BITS = 7;
  private static final VarHandle PACKED;

  static {
    try {
      PACKED = MethodHandles.lookup().findVarHandle(Deadline.class, "packed", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Opaque, through PACKED. */
  @SuppressWarnings("unused")
  private long packed;

  @SuppressWarnings("EnumOrdinal") // packed and unpacked in this class only
  void set(Wait wait, long atNanos) {
    PACKED.setOpaque(this, (atNanos & ~WAIT_BITS) | wait.ordinal());
  }

  void clear() {
    set(Wait.NOTHING, 0);
  }

  Wait waitingFor() {
    return WAITS[(int) (get() & WAIT_BITS)];
  }

  /**
   * Takes the deadline away if it has passed, so that each passes once.
   *
   * @return what was waited for too long, or {@link Wait#NOTHING}
   */
  Wait takeExpired(long nowNanos) {
    long seen = get();
    Wait wait = WAITS[(int) (seen & WAIT_BITS)];
    boolean expired = wait != Wait.NOTHING && nowNanos - (seen & ~WAIT_BITS) >= 0;
    // Fails where the owner has gone on meanwhile.
    return expired && PACKED.compareAndSet(this, seen, 0L) ? wait : Wait.NOTHING;
  }

  private long get() {
    return (long) PACKED.getOpaque(this);
  }
}
