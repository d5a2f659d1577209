package tailgate.lab.load;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The result of one run, in terms that all experiments share. The common parts of reports are made
 * from these alone.
 *
 * @param name for tables and legends
 * @param stage the server; measurements of the same stage have the same colour. The name if unknown
 * @param perSecond answers of status 200 per second
 * @param curve latencies in microseconds at {@link Figures#CURVE}
 * @param startEpochMillis when the first request that counts was due; times count from here
 * @param millis how long it took from there
 * @param latency over the same time
 * @param health of the generator; null if unknown
 * @param breakdown where the time of the answered requests went; null if unknown
 */
public record Measurement(
    String name,
    String stage,
    double perSecond,
    Figures figures,
    List<Long> curve,
    long startEpochMillis,
    long millis,
    Timeline latency,
    @Nullable Health health,
    ServerView server,
    @Nullable Breakdown breakdown) {

  public Measurement {
    curve = List.copyOf(curve);
  }

  /** Returns a copy with another name, and with a colour of its own. */
  public Measurement called(String otherName) {
    return with(otherName, otherName, perSecond);
  }

  /** Returns the run with another number of answers per second. */
  public Measurement at(double otherPerSecond) {
    return with(name, stage, otherPerSecond);
  }

  private Measurement with(String title, String kind, double rate) {
    return new Measurement(
        title,
        kind,
        rate,
        figures,
        curve,
        startEpochMillis,
        millis,
        latency,
        health,
        server,
        breakdown);
  }

  /** Returns the value of one of the counters of the run; NaN if that is not known. */
  public double counter(Conditions.Counter counter) {
    Conditions conditions = server.conditions();
    return conditions == null
        ? Double.NaN
        : conditions.counters().getOrDefault(counter, Double.NaN);
  }

  /** Says why the generator was late, as {@link Health#lateness}. */
  public Optional<String> lateness() {
    return health == null ? Optional.empty() : health.lateness();
  }

  /** Returns how many requests were sent, answered or not. */
  public long requests() {
    return figures.count() + figures.failed() + figures.missing();
  }

  /** Returns the mean processor use of the server, in cores; absent if it was not sampled. */
  public OptionalDouble cores() {
    ServerTimeline kernel = server.kernel();
    long end = startEpochMillis + millis;
    if (kernel.knows(ServerTimeline.CPU_SECONDS)) {
      OptionalDouble seconds = kernel.cpuSeconds(startEpochMillis, end);
      return seconds.isEmpty() ? seconds : OptionalDouble.of(seconds.getAsDouble() * 1e3 / millis);
    }
    // Old results have only the means between samples.
    return kernel.mean(ServerTimeline.CPU, startEpochMillis, end);
  }

  /** Returns the server's processor time for a request, in microseconds; absent if not sampled. */
  public OptionalDouble cpuMicrosPerRequest() {
    OptionalDouble cores = cores();
    long requests = latency.requests(); // not from the figures, which may cover a part of the time
    return cores.isEmpty() || requests == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(cores.getAsDouble() * millis * 1e3 / requests);
  }
}
