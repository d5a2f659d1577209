package tailgate.server.connection;

import tailgate.http.Limits;

/**
 * How connections are served.
 *
 * @param max connections open at a time, at least 1
 * @param keepAlive whether a connection may carry more than one request
 * @param timeouts how long a client may take
 * @param limits how large a request may be
 */
public record ConnectionSettings(int max, boolean keepAlive, Timeouts timeouts, Limits limits) {}
