package tailgate.server.connection;

import org.jspecify.annotations.Nullable;
import tailgate.http.Limits;
import tailgate.queue.DisciplinedSemaphore;

/**
 * How connections are served.
 *
 * @param max connections open at a time, at least 1
 * @param descriptors what the process may open
 * @param maxPerClient the same for one client address; 0 for no other limit than {@code max}
 * @param keepAlive whether a connection may carry more than one request
 * @param timeouts how long a client may take
 * @param limits how large a request may be
 * @param requestMemory bytes that all unfinished requests together may hold
 * @param admission what a request needs a permit of while it is in the handler; null for nothing
 */
public record ConnectionSettings(
    int max,
    DescriptorBudget descriptors,
    int maxPerClient,
    boolean keepAlive,
    Timeouts timeouts,
    Limits limits,
    long requestMemory,
    @Nullable DisciplinedSemaphore admission) {}
