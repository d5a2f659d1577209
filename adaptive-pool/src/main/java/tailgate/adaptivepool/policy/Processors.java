package tailgate.adaptivepool.policy;

/**
 * The processors, and how many of them the workers would keep busy if there were enough.
 *
 * @param cores how many the process may use, at least 1
 * @param wanted how many workers have lately computed or waited for a core; more than {@code cores}
 *     means that they slow each other down
 */
public record Processors(int cores, double wanted) {}
