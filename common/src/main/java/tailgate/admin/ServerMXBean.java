package tailgate.admin;

/** The server in JMX, as {@code tailgate:type=Server}. What is not measured is 0 here. */
public interface ServerMXBean {

  /** {@code "ready"} or {@code "draining"}. */
  String getState();

  /** The stage's name. */
  String getStage();

  /** Since the start. */
  double getUptimeSeconds();

  /** Requests answered. */
  long getRequests();

  /** Those of them that were answered with 5xx. */
  long getServerErrors();

  /** Requests that a worker is at. */
  long getRequestsInFlight();

  /** Of the last minute, from request to response, in microseconds. */
  long getMedianMicros();

  /** Of the last minute, from request to response, in microseconds. */
  long getP99Micros();

  /** Of the last minute, the time of waiting for a worker, in microseconds. */
  long getQueueWaitP99Micros();

  /** Connections open. */
  long getConnectionsOpen();

  /** Connections accepted. */
  long getConnectionsAccepted();

  /** Those turned away with 503. */
  long getRejections();

  /** ThreadWatchdog that ran out. */
  long getTimeouts();

  /** Bytes received. */
  long getBytesReceived();

  /** Bytes sent. */
  long getBytesSent();
}
