package tailgate.server.connection;

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
    RequestReader.Reading reading,
    ResponseWriter.Writing writing,
    Ending ending,
    ServerCounters counters,
    Observation observation) {

  /** What is needed to end a connection, by an answer, in good order, or because of an error. */
  record Ending(Rejection rejection, LingeringClose lingeringClose, HandlerErrorLog errorLog) {}
}
