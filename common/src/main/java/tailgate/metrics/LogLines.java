package tailgate.metrics;

/**
 * How a log is doing.
 *
 * @param handedOver lines that were given to it, lost ones included
 * @param lost those of them that will never be in it
 */
public record LogLines(long handedOver, long lost) {}
