package tailgate.server.connection;

import tailgate.http.Limits;

/**
 * What connections may take, whatever the stage.
 *
 * @param max connections open at a time, at least 1
 * @param descriptors what the process may open; if they are short, fewer connections are open
 * @param maxPerClient connections of one client address; 0 for no other limit than {@code max}
 * @param timeouts how long a client may take
 * @param limits how large a request may be
 * @param requestMemory bytes that all unfinished requests together may hold
 */
public record ConnectionSettings(
    int max,
    DescriptorBudget descriptors,
    int maxPerClient,
    Timeouts timeouts,
    Limits limits,
    long requestMemory) {

  /** Returns these settings, where all connections may be of one client. */
  public ConnectionSettings withoutLimitPerClient() {
    return new ConnectionSettings(max, descriptors, 0, timeouts, limits, requestMemory);
  }
}
