package tailgate.lab.load;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What came of one run, in terms of no experiment. What all reports have in common is made from
 * these alone.
 *
 * @param name for tables and legends
 * @param stage what ran; all that has the same has the same colour. The name itself if unknown
 * @param perSecond answers of status 200 per second
 * @param curve latencies in microseconds at {@link PercentileCurve#LEVELS}
 * @param startEpochMillis when the first request that counts was due; times count from here
 * @param millis from there to the end
 * @param latency over the same time
 * @param health of the generator; null if it did not say
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
    ServerView server) {

  public Measurement {
    curve = List.copyOf(curve);
  }

  /** The same under another name, and with a colour of its own. */
  public Measurement called(String otherName) {
    return new Measurement(
        otherName,
        otherName,
        perSecond,
        figures,
        curve,
        startEpochMillis,
        millis,
        latency,
        health,
        server);
  }

  /** Whatever came of them. */
  public long requests() {
    return figures.count() + figures.failed();
  }

  /** The mean of what the server used, in cores; absent if nobody looked. */
  public OptionalDouble cores() {
    if (!server.knows(ServerTimeline.CPU)) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(
        server.kernel().mean(ServerTimeline.CPU, startEpochMillis, startEpochMillis + millis));
  }

  /** What a request cost the server, in microseconds of a core; absent if nobody looked. */
  public OptionalDouble cpuMicrosPerRequest() {
    OptionalDouble cores = cores();
    // Not of the figures, which may be of a part of the time.
    long requests =
        Stream.of(latency.count(), latency.failed())
            .flatMap(List::stream)
            .mapToLong(Long::longValue)
            .sum();
    return cores.isEmpty() || requests == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(cores.getAsDouble() * millis * 1e3 / requests);
  }
}
