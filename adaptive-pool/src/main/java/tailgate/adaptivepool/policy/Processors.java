package tailgate.adaptivepool.policy;

/**
 * The processors, and how many of them the workers would keep busy if there were enough.
 *
 * @param cores how many the process may use, at least 1
 * @param wanted how many workers compute or wait for a core to compute on, of late; more than
 *     {@code cores} means that they slow each other down
 */
public record Processors(int cores, double wanted) {}
