package tailgate.supervisor;

import java.time.Duration;

/**
 * How long things may take.
 *
 * @param start of a process, until it is ready
 * @param stop of all processes, before those that are left are killed
 */
public record TimeLimits(Duration start, Duration stop) {}
