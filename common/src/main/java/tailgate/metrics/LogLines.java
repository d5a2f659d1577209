package tailgate.metrics;

/**
 * How a log is doing.
 *
 * @param lines lines that were given to it, lost ones included
 * @param linesLost those of them that will never be in it
 */
public record LogLines(long lines, long linesLost) {}
