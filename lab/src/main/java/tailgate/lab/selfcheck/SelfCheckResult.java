package tailgate.lab.selfcheck;

import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Measurement;

/**
 * What the lab saw in one situation.
 *
 * @param stoppedMillis how long the server was really stopped; null if it was not, or unknown
 * @param slow requests that took longer than half of that; null if it was not stopped
 * @param second what the second generator measured; null if there was none
 */
public record SelfCheckResult(
    Check check,
    Measurement measured,
    @Nullable Double stoppedMillis,
    @Nullable Long slow,
    @Nullable Measurement second) {}
