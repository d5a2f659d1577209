package tailgate.server;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import tailgate.http.Refusal;
import tailgate.metrics.EnumCounter;

/** What a server counts. Every refusal on the wire is here under its cause. Thread-safe. */
public final class ServerCounters {

  /** Why a client got 503, or nothing, without having done wrong. */
  public enum Overload {
    /** The cap on open connections was reached. */
    CONNECTIONS,
    /** The executor was full. */
    EXECUTOR
  }

  /** Connections accepted. */
  public final LongAdder accepted = new LongAdder();

  /** Attempts to accept that failed, for want of descriptors most likely. */
  public final LongAdder acceptFailures = new LongAdder();

  /** Bytes of clients that were read. */
  public final LongAdder bytesReceived = new LongAdder();

  /** Bytes that the sockets have taken. */
  public final LongAdder bytesSent = new LongAdder();

  /** Responses begun, whatever their status. */
  public final LongAdder responses = new LongAdder();

  /** Messages that were no requests. */
  public final EnumCounter<Refusal> refusals = new EnumCounter<>(Refusal.class);

  /** Connections turned away. */
  public final EnumCounter<Overload> overloads = new EnumCounter<>(Overload.class);

  /** Deadlines that ran out. */
  final EnumCounter<Deadline.Wait> timeouts = new EnumCounter<>(Deadline.Wait.class);

  /** Handlers that threw; the client got 500. */
  public final LongAdder handlerFailures = new LongAdder();

  /** Connections that broke while something was to be sent or expected. */
  public final LongAdder aborted = new LongAdder();

  /** Deadlines that ran out, by the name of the option that sets them: {@code idle}, … */
  public Map<String, Long> timeoutsByCause() {
    Map<String, Long> all = new LinkedHashMap<>();
    all.put("idle", timeouts.get(Deadline.Wait.REQUEST));
    all.put("head", timeouts.get(Deadline.Wait.HEAD));
    all.put("body", timeouts.get(Deadline.Wait.BODY));
    all.put("write", timeouts.get(Deadline.Wait.WRITE));
    return all;
  }

  /** All deadlines that ran out, idle connections included. */
  public long timeouts() {
    return timeouts.total();
  }
}
