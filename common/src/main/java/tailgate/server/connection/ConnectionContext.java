package tailgate.server.connection;

import tailgate.http.DateField;
import tailgate.http.Limits;
import tailgate.server.buffer.BufferPool;
import tailgate.server.buffer.RequestMemory;
import tailgate.server.observe.Observation;
import tailgate.server.observe.ServerCounters;

/**
 * What all connections of a server share. Built by {@link Connections}.
 *
 * @param stop how far the stop of the server has come
 */
record ConnectionContext(
    DeadlineClock clock,
    StopPhase stop,
    RequestProcessor processor,
    Reading reading,
    Writing writing,
    Ending ending,
    ServerCounters counters,
    Observation observation) {

  /**
   * What is needed to read requests.
   *
   * @param buffers for the first bytes of requests
   */
  record Reading(Limits limits, RequestMemory memory, BufferPool buffers) {}

  /**
   * What is needed to write responses.
   *
   * @param buffers for responses
   */
  record Writing(BufferPool buffers, DateField date) {}

  /** What is needed to end a connection, by an answer, in good order, or because of an error. */
  record Ending(Rejection rejection, LingeringClose lingeringClose, HandlerErrorLog errorLog) {}
}
