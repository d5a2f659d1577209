package tailgate.metrics;

/**
 * What has gone wrong in a pool that sizes itself, since the beginning. The pool goes on after each
 * of these failures and tries again.
 *
 * @param threadStarts how often a thread for a worker could not be started
 * @param scaling how often the scaling policy, or the listener that is called after a resize, has
 *     thrown an exception; the pool then keeps its size
 */
public record PoolFailures(
    @Statistic(
            name = "tailgate_pool_failures",
            help = "Threads that could not be started, and exceptions of the scaling policy.",
            labels = {"cause", "thread_start"})
        long threadStarts,
    @Statistic(
            name = "tailgate_pool_failures",
            help = "Threads that could not be started, and exceptions of the scaling policy.",
            labels = {"cause", "scaling"})
        long scaling) {}
