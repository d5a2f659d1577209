package tailgate.metrics;

/**
 * The counts of a log.
 *
 * @param lines lines that were handed over, including lost ones
 * @param linesLost lines that were not and will not be written
 */
public record LogLines(long lines, long linesLost) {}
