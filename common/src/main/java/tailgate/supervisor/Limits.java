package tailgate.supervisor;

import java.time.Duration;

/**
 * How long things may take.
 *
 * @param start of a process, until it is ready
 * @param delay after SIGTERM, for which a process goes on as before
 * @param stop of all processes, before those that are left are killed
 */
public record Limits(Duration start, Duration delay, Duration stop) {}
