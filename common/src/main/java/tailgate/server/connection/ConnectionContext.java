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
 * @param readBuffers for the first bytes of requests
 * @param writeBuffers for responses
 */
record ConnectionContext(
    Limits limits,
    RequestMemory memory,
    DeadlineClock clock,
    StopPhase stop,
    RequestProcessor processor,
    BufferPool readBuffers,
    BufferPool writeBuffers,
    DateField date,
    Rejection rejection,
    LingeringClose lingeringClose,
    HandlerErrorLog errorLog,
    ServerCounters counters,
    Observation observation) {}
