package tailgate.metrics;

/**
 * The counts of a log.
 *
 * @param lines lines that were handed over, including lost ones
 * @param linesLost lines that were not and will not be written
 */
public record LogLines(
    @Statistic(
            name = "tailgate_access_log_lines",
            help = "Lines for the access log, including lost ones.")
        long lines,
    @Statistic(
            name = "tailgate_access_log_lost_lines",
            help = "Lines that could not be written to the access log.")
        long linesLost) {}
