package tailgate.server.observe;

import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import tailgate.http.Refusal;
import tailgate.metrics.EnumCounter;

/**
 * What a server counts. Every refusal on the wire is counted here under its cause. Thread-safe;
 * counting takes no lock.
 */
public final class ServerCounters {

  /** What happens to a connection or a request and is no refusal. */
  public enum ServerEvent {
    /** A connection was accepted. */
    ACCEPTED,
    /** No connection could be accepted although one waited, mostly for want of descriptors. */
    ACCEPT_FAILED,
    /** A handler threw; the client got 500. */
    HANDLER_FAILED,
    /** A connection broke while something was to be sent or expected. */
    ABORTED,
    /**
     * A connection was closed at once, because too many lingered: its last response may be lost.
     */
    NOT_LINGERED,
    /** An idle connection was ended, because the cap was reached or descriptors were short. */
    EVICTED_IDLE
  }

  /** Why a client got 503, or no answer, although its request was correct. */
  public enum Overload {
    /** The cap on open connections was reached. */
    CONNECTIONS,
    /**
     * The executor, or one of the handler's, was full; or it was stopped while the request waited
     * to be admitted.
     */
    EXECUTOR,
    /** There was no memory for the bytes of unfinished requests. */
    MEMORY,
    /** The client had too many connections. */
    CLIENT,
    /** There was no descriptor to send one more file. */
    DESCRIPTORS,
    /** The queue of requests was overloaded, and the request had waited in it for too long. */
    CODEL,
    /** The request had waited in the queue for longer than anybody waits for it. */
    DEADLINE,
    /** More requests were in the server than the admission control lets in. */
    ADMISSION
  }

  /** Which deadline of a connection passed; named like the option that sets it. */
  public enum Timeout {
    /** No request came. */
    IDLE,
    /** A head was not complete in time. */
    HEAD,
    /** No more of a request's content came. */
    BODY,
    /** The client read no more of the response. */
    WRITE
  }

  private final LongAdder bytesReceived = new LongAdder();
  private final LongAdder bytesSent = new LongAdder();
  private final EnumCounter<ServerEvent> events = new EnumCounter<>(ServerEvent.class);
  private final EnumCounter<Refusal> refusals = new EnumCounter<>(Refusal.class);
  private final EnumCounter<Overload> overloads = new EnumCounter<>(Overload.class);
  private final EnumCounter<Timeout> timeouts = new EnumCounter<>(Timeout.class);

  // ---- for the packages that count

  /** Counts so many bytes of a client that were read. */
  public void countReceived(long bytes) {
    bytesReceived.add(bytes);
  }

  /** A socket has taken so many bytes. */
  public void countSent(long bytes) {
    bytesSent.add(bytes);
  }

  /** Counts what has happened. */
  public void count(ServerEvent event) {
    events.increment(event);
  }

  /** A message was not a request. */
  public void count(Refusal cause) {
    refusals.increment(cause);
  }

  /** Counts a connection that was rejected. */
  public void count(Overload cause) {
    overloads.increment(cause);
  }

  /** Counts a deadline that passed. */
  public void count(Timeout cause) {
    timeouts.increment(cause);
  }

  // ---- for readers

  /** Returns how often this has happened. */
  public long events(ServerEvent event) {
    return events.get(event);
  }

  /** Bytes of clients that were read. */
  public long bytesReceived() {
    return bytesReceived.sum();
  }

  /** Bytes that the sockets have taken. */
  public long bytesSent() {
    return bytesSent.sum();
  }

  /** Messages that were not requests, by the name of the cause in lower case. */
  public Map<String, Long> refusalsByCause() {
    return refusals.byName();
  }

  /** Returns the number of all messages that were refused. */
  public long refusals() {
    return refusals.total();
  }

  /** Connections rejected, by the name of the cause in lower case. */
  public Map<String, Long> overloadsByCause() {
    return overloads.byName();
  }

  /** Returns the number of connections rejected for this cause. */
  public long overloads(Overload cause) {
    return overloads.get(cause);
  }

  /** Returns the number of all connections rejected. */
  public long overloads() {
    return overloads.total();
  }

  /** Deadlines that passed, by the name of the option that sets them, such as {@code idle}. */
  public Map<String, Long> timeoutsByCause() {
    return timeouts.byName();
  }

  /** Deadlines of this kind that passed. */
  public long timeouts(Timeout cause) {
    return timeouts.get(cause);
  }

  /** All deadlines that passed, those of idle connections included. */
  public long timeouts() {
    return timeouts.total();
  }
}
