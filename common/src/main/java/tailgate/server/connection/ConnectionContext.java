package tailgate.server.connection;

import java.util.function.BooleanSupplier;
import tailgate.http.DateField;
import tailgate.http.Limits;
import tailgate.server.buffer.BufferPool;
import tailgate.server.observe.Observation;
import tailgate.server.observe.ServerCounters;

/**
 * What all connections of a server share. Built by {@link Connections}.
 *
 * @param draining whether the server is stopping: no new request begins
 */
record ConnectionContext(
    Limits limits,
    DeadlineClock clock,
    BooleanSupplier draining,
    RequestProcessor processor,
    BufferPool buffers,
    DateField date,
    Rejection rejection,
    LingeringClose lingeringClose,
    ServerCounters counters,
    Observation observation) {}
