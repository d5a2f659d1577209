package tailgate.lab.hyperfoil;

import io.hyperfoil.api.connection.Connection;
import io.hyperfoil.api.session.Session;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.LatencyBreakdown;
import tailgate.lab.load.RequestSpec;

/**
 * The current request of one user. Confined to the user's event loop, except for what is volatile.
 */
final class RequestState implements Session.Resource {

  static final class Key implements Session.ResourceKey<RequestState> {

    private static final long serialVersionUID = 1;
  }

  static final Key KEY = new Key();

  /** What a server's clock and ours may round, both ways. */
  private static final long ROUNDING_MICROS = 10;

  /** Stands for the time of a request that the user does not have. */
  static final long NONE = Long.MIN_VALUE;

  /** The number of the user in a load with a schedule, from 0. Set with its first request. */
  long place;

  /** The number of the request in the load, from 0. */
  long number;

  /** When the request is due, in nanoseconds from the start of the load. */
  long due;

  /** When the request is to leave: when it is due, or later if it is sent again. */
  long sendAt;

  /** How often the request was sent before, without success. */
  int sentBefore;

  /** Whether the client asks again. Set anew for each request. */
  boolean asksAgain;

  /** When the request left the last time, in nanoseconds from the start of the load. */
  long departedAt;

  /** Whether the request has left. Volatile because another thread reads it after the load. */
  volatile boolean departed;

  /**
   * Whether the user has a connection. Hyperfoil ends one that gets none. Volatile as it is read
   * when the load is over, by another thread.
   */
  volatile boolean connected;

  /** When the user's previous request ended; {@link #NONE} before its first one. */
  long previousEnd = NONE;

  /** Whether a user was free when the request was due, or has waited for that time. */
  boolean hadUser;

  /** The session of the user; null before it runs for the first time. */
  @Nullable Session session;

  /** What is sent; null before the first departure. */
  @Nullable RequestSpec request;

  /** The connection on which the user has sent its latest request; null before there is one. */
  @Nullable Connection connection;

  /** What broke the connection; null if it did not break, or was closed without an exception. */
  @Nullable Throwable broken;

  /** Whether the request was sent on a connection that had served another one. */
  boolean reused;

  /** The status of the answer, 0 before there is one. */
  int status;

  /** Whether the answer says that its connection ends with it. */
  boolean closes;

  /** How long it was queued and served in the server, in microseconds; {@link #NONE} if unknown. */
  long queuedMicros;

  long servedMicros;

  /** The part of the time in which it was served in which its thread had no processor, likewise. */
  long runQueueMicros;

  /** When the server had read it, as {@link #departedAt}; {@link #NONE} if unknown. */
  long arrivedAt;

  /** Whether the answer says where it ends; else its connection does that (RFC 9112, 6.3). */
  boolean framed;

  /**
   * When the request was due, {@link #NONE} if there is none. Volatile because it is read when the
   * load is over, by another thread.
   */
  private volatile long waitingSince = NONE;

  void begin(long newNumber, long newDue) {
    number = newNumber;
    due = newDue;
    sendAt = newDue;
    sentBefore = 0;
    hadUser = false;
    unsent();
    waitingSince = newDue == Schedule.NEVER ? NONE : newDue;
  }

  /** Prepares the request to be sent once more. */
  void again(long at) {
    sendAt = at;
    sentBefore++;
    unsent();
  }

  private void unsent() {
    departed = false;
    connected = false;
    reused = false;
    status = 0;
    closes = false;
    framed = false;
    queuedMicros = NONE;
    servedMicros = NONE;
    runQueueMicros = NONE;
    arrivedAt = NONE;
    broken = null;
  }

  /** Says that the request is sent on a connection. */
  @SuppressWarnings("ReferenceEquality") // the same connection, not an equal one
  void sendOn(Connection chosen) {
    connected = true;
    reused = chosen == connection;
    connection = chosen;
  }

  /**
   * Notes the exception with which a new connection ends: Hyperfoil tells nobody. The connection is
   * one that serves this user alone.
   */
  void watch(ChannelHandlerContext end) {
    if (reused) {
      return;
    }
    end.pipeline()
        .addBefore(
            end.name(),
            null,
            new ChannelInboundHandlerAdapter() {
              @Override
              public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
                broken = cause;
                context.fireExceptionCaught(cause);
              }
            });
  }

  /**
   * Whether the server had closed a kept connection before the request arrived. Then every client
   * sends it again on another one, if it may be sent twice (RFC 9112, 9.3.1).
   */
  boolean isStale() {
    return reused && status == 0 && request != null && request.isIdempotent();
  }

  /**
   * Says where the time of the answered request went; null if the server did not say, or said what
   * cannot be: more than the request took. A server with another clock seems to have read the
   * request when it was not on its way; then it is not known either in which part it was when the
   * server stood still.
   */
  @Nullable LatencyBreakdown breakdown(long now, ServerStops stops) {
    if (queuedMicros == NONE || servedMicros == NONE) {
      return null;
    }
    long late = Micros.of(departedAt - due);
    long rest = Micros.of(now - due) - late - queuedMicros - servedMicros;
    if (rest < -ROUNDING_MICROS) {
      return null; // it means something else by these names
    }
    long processor = runQueueMicros == NONE ? 0 : Math.min(runQueueMicros, servedMicros);
    LatencyBreakdown asSaid =
        new LatencyBreakdown(
            1, late, 0, queuedMicros, processor, 0, servedMicros - processor, rest);
    boolean onItsWay = departedAt <= arrivedAt && arrivedAt <= now;
    return onItsWay ? withArrival(asSaid, now, stops) : asSaid;
  }

  /** Takes from what comes back what was arriving, and from all parts what the stops were. */
  private LatencyBreakdown withArrival(LatencyBreakdown asSaid, long now, ServerStops stops) {
    long begun = arrivedAt + TimeUnit.MICROSECONDS.toNanos(queuedMicros);
    long answered = begun + TimeUnit.MICROSECONDS.toNanos(servedMicros);
    long arriving = Math.min(Micros.of(arrivedAt - departedAt), Math.max(0, asSaid.back()));
    long back = asSaid.back() - arriving;
    long whileArriving = Math.min(arriving, stops.micros(departedAt, arrivedAt));
    long whileQueued = Math.min(queuedMicros, stops.micros(arrivedAt, begun));
    long whileServed = Math.min(asSaid.service(), stops.micros(begun, answered));
    long whileBack = Math.min(Math.max(0, back), stops.micros(answered, now));
    return new LatencyBreakdown(
        1,
        asSaid.late(),
        arriving - whileArriving,
        queuedMicros - whileQueued,
        asSaid.processor(),
        whileArriving + whileQueued + whileServed + whileBack,
        asSaid.service() - whileServed,
        back - whileBack);
  }

  void end(long now) {
    sentBefore = 0;
    previousEnd = now;
    waitingSince = NONE;
  }

  /** Says that the user has no request for now. */
  void rest() {
    begin(number, Schedule.NEVER);
  }

  /** Wakes the user after this time; one that does not run yet sees itself what is due. */
  void wakeIn(long nanos) {
    Session running = session;
    if (running != null) {
      var unused = running.executor().schedule(running.runTask(), nanos, TimeUnit.NANOSECONDS);
    }
  }

  /** Wakes the user now; is called on its event loop. */
  void wake() {
    Session running = session;
    if (running != null) {
      running.proceed();
    }
  }

  /**
   * Whether no answer came in time.
   *
   * @param timeoutNanos after which a request that left has failed
   */
  boolean isTimedOut(long now, long timeoutNanos) {
    return status == 0 && now - departedAt >= timeoutNanos;
  }

  long waitingSince() {
    return waitingSince;
  }
}
