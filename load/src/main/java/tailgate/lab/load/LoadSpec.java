package tailgate.lab.load;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.RequestSpec.Header;

/**
 * A load, whatever server it is sent to.
 *
 * <p>In an open load requests are due at times that do not depend on the server, like those of many
 * independent clients. In a closed load each user sends its next request once it has its answer. A
 * counted load is a closed one in which a segment ends with its last request; its time is only an
 * upper limit.
 *
 * @param path of every request; must be answered with 200
 * @param keepAlive whether a connection is used again; else each request opens a new one
 * @param users how many requests can be in flight at once. In an open load there should be more
 *     than are ever needed: a request that finds no free user waits, and that is reported
 * @param model when requests are due
 * @param timeoutMillis after which a request has failed
 * @param threads that drive it; users are spread over them. {@link #ALL_CORES}: one for each
 *     processor that the generator has
 * @param arrivals of an open load
 * @param retries of an open load; null if nobody asks again
 * @param headers of every request, beside {@code Host}
 * @param requests what is sent instead of a GET of the path with these headers; null for that
 */
public record LoadSpec(
    String path,
    boolean keepAlive,
    int users,
    Model model,
    List<Segment> segments,
    long timeoutMillis,
    int threads,
    Arrivals arrivals,
    @Nullable Retries retries,
    Map<String, String> headers,
    @Nullable RequestMix requests) {

  /** The rule that says when requests are due. */
  public enum Model {
    OPEN,
    CLOSED,
    COUNTED
  }

  /** Stands for as many threads as the generator has processors. */
  public static final int ALL_CORES = 0;

  /** A load whose clients do not ask again. */
  public LoadSpec(
      String path,
      boolean keepAlive,
      int users,
      Model model,
      List<Segment> segments,
      long timeoutMillis,
      int threads,
      Arrivals arrivals) {
    this(
        path,
        keepAlive,
        users,
        model,
        segments,
        timeoutMillis,
        threads,
        arrivals,
        null,
        Map.of(),
        null);
  }

  /** A load with Poisson arrivals if it is open. */
  public LoadSpec(
      String path,
      boolean keepAlive,
      int users,
      Model model,
      List<Segment> segments,
      long timeoutMillis,
      int threads) {
    this(path, keepAlive, users, model, segments, timeoutMillis, threads, Arrivals.poisson(1));
  }

  public LoadSpec {
    segments = List.copyOf(segments);
    headers = headers == null ? Map.of() : Map.copyOf(headers); // missing in old results
    arrivals = Objects.requireNonNullElse(arrivals, Arrivals.UNIFORM); // as in old results
    if (segments.isEmpty()) {
      throw new IllegalArgumentException("a load has at least one segment");
    }
    if (users < 1) {
      throw new IllegalArgumentException("users must be at least 1, not " + users);
    }
    if (threads < ALL_CORES) {
      throw new IllegalArgumentException("threads must be at least 1, not " + threads);
    }
    if (retries != null && model != Model.OPEN) {
      throw new IllegalArgumentException("only an open load has retries: others ask again anyway");
    }
    if (timeoutMillis < 1) {
      throw new IllegalArgumentException("a timeout is at least 1 ms, not " + timeoutMillis);
    }
  }

  /** Returns a copy with another number of threads. */
  public LoadSpec by(int otherThreads) {
    return copy(path, users, segments, otherThreads, arrivals, headers, requests);
  }

  /** Returns a copy that asks for another path, wherever this one asks for its own. */
  public LoadSpec asking(String otherPath) {
    RequestMix changed = requests == null ? null : requests.asking(path, otherPath);
    return copy(otherPath, users, segments, threads, arrivals, headers, changed);
  }

  public LoadSpec with(Arrivals otherArrivals) {
    return copy(path, users, segments, threads, otherArrivals, headers, requests);
  }

  public LoadSpec with(Map<String, String> otherHeaders) {
    return copy(path, users, segments, threads, arrivals, otherHeaders, requests);
  }

  public LoadSpec sending(@Nullable RequestMix mix) {
    return copy(path, users, segments, threads, arrivals, headers, mix);
  }

  public RequestMix sent() {
    List<Header> fields =
        headers.entrySet().stream()
            .map(field -> new Header(field.getKey(), field.getValue()))
            .toList();
    return requests == null ? RequestMix.of(RequestSpec.get(path, fields)) : requests;
  }

  /** Returns a part of this load: for fewer users, with fewer arrivals. */
  LoadSpec part(int fewer, List<Segment> lower, Arrivals spread) {
    return copy(path, fewer, lower, threads, spread, headers, requests);
  }

  private LoadSpec copy(
      String asked,
      int number,
      List<Segment> parts,
      int drivers,
      Arrivals spread,
      Map<String, String> fields,
      @Nullable RequestMix mix) {
    return new LoadSpec(
        asked,
        keepAlive,
        number,
        model,
        parts,
        timeoutMillis,
        drivers,
        spread,
        retries,
        fields,
        mix);
  }

  /**
   * Whether a warm generator of this load runs before all else on its processors, as it opens
   * connections as fast as the server answers. Not on kept connections, where it would take all of
   * a processor, and the lab could not measure.
   */
  public boolean comesFirst() {
    return !keepAlive && model != Model.OPEN;
  }

  /** Returns the highest rate of due requests per second; infinite if it depends on answers. */
  public double mostPerSecond() {
    return model == Model.OPEN
        ? segments.stream().mapToDouble(Segment::perSecond).max().orElseThrow()
        : Double.POSITIVE_INFINITY;
  }

  public Duration duration() {
    return Duration.ofMillis(segments.stream().mapToLong(Segment::millis).sum());
  }

  public Duration timeout() {
    return Duration.ofMillis(timeoutMillis);
  }

  /** Returns how long a request can take, with all that its client sends again. */
  public Duration longestRequest() {
    return retries == null ? timeout() : Duration.ofMillis(retries.longestMillis(timeoutMillis));
  }
}
