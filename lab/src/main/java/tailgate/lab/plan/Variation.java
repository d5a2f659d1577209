package tailgate.lab.plan;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Settings in which a server, or the load that it gets, differs from the others of an experiment.
 * Any field may be missing. The settings of an arm are the {@link VariationSum} of those of its
 * values.
 *
 * @param name the name of the value in the name of an arm; missing for the value itself
 * @param stage the name of a stage or of a candidate
 * @param java the name of a Java, as in {@code --java NAME=PATH}
 * @param since the oldest Java on which there is such an arm
 * @param fromProcessors the fewest processors of a server for which there is such an arm
 * @param arguments the arguments of the stage
 * @param jvm the options of the JVM
 * @param handler a handler of the requests that {@code arguments} cannot name
 * @param aotCache how the AOT cache is made from which the JVM starts; missing if there is none
 * @param backEnd a server that the handler calls
 * @param line the line between the load and the server, as in {@code --line}
 * @param path the path of the requests
 * @param file the size in bytes of the file with this path, which is then the only one; missing for
 *     the sample site
 * @param warmUpPath the path of the requests that warm the server; missing for {@code path}
 * @param headers the headers of the requests, beside {@code Host}
 * @param connections whether connections are kept
 * @param users the users of a closed load
 * @param rates the rates of phases, by the names that these use
 * @param clients the behaviour of clients that were refused or gave up
 * @param usersPerWorker the users who find the capacity of the server, as in {@link
 *     LoadPlan.CapacityPlan}; missing for as many as in the load
 * @param beside other clients during the load
 * @param cold whether the load begins with the first request of the server, without any warm-up
 * @param setting further values by which claims select the arm
 */
public record Variation(
    @Nullable String name,
    @Nullable String stage,
    @Nullable String java,
    @Nullable Integer since,
    @Nullable Integer fromProcessors,
    @Nullable ArgumentList arguments,
    @Nullable ArgumentList jvm,
    @Nullable HandlerChoice handler,
    @Nullable Training aotCache,
    @Nullable BackEndPlan backEnd,
    @Nullable String line,
    @Nullable String path,
    @Nullable Long file,
    @Nullable String warmUpPath,
    @Nullable Map<String, String> headers,
    @Nullable Connections connections,
    @Nullable Count users,
    @Nullable Map<String, Rate> rates,
    @Nullable Repetition clients,
    @Nullable Double usersPerWorker,
    @Nullable Company beside,
    @Nullable Boolean cold,
    @Nullable Map<String, String> setting) {

  /** A variation without any setting. */
  public static final Variation NONE = FileMapper.MAPPER.convertValue(Map.of(), Variation.class);

  /** What a server does before it writes an AOT cache. */
  public enum Training {
    /** The server answers requests of all kinds. */
    REQUESTS,
    /** The server only starts. */
    START
  }

  /** Says whether a connection is used for many requests, or for one. */
  public enum Connections {
    KEPT,
    NEW
  }

  /**
   * A back end that the handler of an arm calls.
   *
   * @param slots the number of calls that it serves at the same time
   * @param service the time that each call takes
   */
  public record BackEndPlan(Kind kind, int slots, Duration service) {

    /** Returns the calls per second that it can serve by these numbers. */
    public double perSecond() {
      return slots * 1e9 / service.toNanos();
    }

    /** A kind of back end. */
    public enum Kind {
      /** A pool of threads whose handler waits. */
      HTTP,
      /** PostgreSQL, with a query that waits. */
      POSTGRES
    }
  }

  /**
   * A handler.
   *
   * @param example the name of a class in {@code docs/examples}
   * @param downstream the name of a class in the module {@code downstream}, which calls the back
   *     end
   * @param properties the system properties that configure the handler
   */
  public record HandlerChoice(
      @Nullable String example,
      @Nullable String downstream,
      @Nullable Map<String, String> properties) {}

  /**
   * The behaviour of clients that were refused or gave up.
   *
   * @param most how often each of them sends its request again, 0 for never
   * @param backOff the time until the first repetition; it doubles before each further one
   * @param share the share of the clients that repeat their requests; missing for all
   */
  public record Repetition(int most, @Nullable Duration backOff, @Nullable Double share) {}

  /**
   * Other clients during the load.
   *
   * @param idle the number of clients that keep their connections and send a request every 30 s
   * @param silent the number of clients that have sent one request and keep their connections
   * @param slowReaders the number of clients that read a large answer slowly
   * @param users the number of clients that send the next request once they have their answer
   * @param rarePath the path of rare requests, which a generator of their own sends
   * @param rareShare the share of rare requests among all, above 0 and below 1
   */
  public record Company(
      @Nullable Count idle,
      @Nullable Count silent,
      @Nullable Count slowReaders,
      @Nullable Count users,
      @Nullable String rarePath,
      @Nullable Double rareShare) {

    private static final Company NONE = new Company(null, null, null, null, null, null);
  }

  /** Returns the other clients during the load, possibly none. */
  public Company company() {
    return Optional.ofNullable(beside).orElse(Company.NONE);
  }

  /** Returns whether clients that were refused or gave up send their requests again. */
  public boolean asksAgain() {
    return clients != null && clients.most() > 0;
  }

  /** Returns all arguments of the stage, possibly none. */
  public ArgumentList allArguments() {
    return Optional.ofNullable(arguments).orElse(ArgumentList.NONE);
  }
}
