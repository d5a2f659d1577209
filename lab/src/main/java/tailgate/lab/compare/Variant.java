package tailgate.lab.compare;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Retries;
import tailgate.lab.plan.Variation.BackEndPlan;

/**
 * One way to run a server and to ask it.
 *
 * @param name for people and in names of files, unique in its experiment
 * @param server variants with the same one are measured at one server, which is started and warmed
 *     as the first of them says
 * @param setting in the terms in which claims select runs
 * @param java the name of its Java
 * @param arguments of the stage; {@link #HANDLERS} stands for the jar of the experiment's handler,
 *     and {@link #FOLDER} for the folder of the server
 * @param jvm options of its JVM; {@link #AOT_CACHE} stands for those that use a cache
 * @param path of the requests that are measured
 * @param warmUp path of the requests that warm the server
 * @param rare path of the rare requests; null if there are none
 * @param base the name of the variant that it is compared with; null for none
 * @param idle clients beside the load that keep their connections and ask rarely for the same path
 * @param slowReaders clients beside the load that read a large answer slowly
 * @param background users beside the load who keep their connections, and ask for the same path
 *     again once they have their answer
 * @param line between the load and the server, as {@link tailgate.lab.machine.NetworkLine#parse};
 *     null if it is not what is compared
 * @param requests in what its requests differ from those of the others; null if in nothing
 * @param blocks the number of blocks, the first ones, in which it takes part; null for all
 * @param file the size in bytes of the file with its path, which is then the only one; null for the
 *     sample site
 * @param changed whether the command line has changed its arguments or its path, so that no claim
 *     is about it; null if not
 * @param demand what only a load with phases needs; null for any other load
 * @param backEnd what its handler asks; null if it asks nobody
 * @param cold whether the first request of JMeter's users is that of the server, without a warm-up
 *     before; null if not
 */
public record Variant(
    String name,
    String server,
    Map<String, String> setting,
    String java,
    String stage,
    List<String> arguments,
    List<String> jvm,
    String path,
    String warmUp,
    @Nullable String rare,
    @Nullable String base,
    int idle,
    int slowReaders,
    int background,
    @Nullable String line,
    @Nullable Requests requests,
    @Nullable Integer blocks,
    @Nullable Long file,
    @Nullable Boolean changed,
    @Nullable Demand demand,
    @Nullable BackEndPlan backEnd,
    @Nullable Boolean cold) {

  /**
   * The part of a load with phases that is of one variant.
   *
   * @param rates requests per second, by the names that phases use
   * @param retries of clients that were refused or gave up; null if they leave
   * @param capacityUsers the users of the load that finds the capacity of the server; 0 if none
   *     does
   * @param smallestPool the workers that a pool must have when the main phase begins; null for any
   *     number
   */
  public record Demand(
      Map<String, Double> rates,
      @Nullable Retries retries,
      int capacityUsers,
      @Nullable Integer smallestPool) {

    static final Demand USUAL = new Demand(Map.of(), null, 0, null);

    public Demand {
      rates = Map.copyOf(rates);
    }

    /** Returns how often a client asks at most, in the mean of all. */
    double tries() {
      return retries == null ? 1 : 1 + retries.most() * retries.share();
    }
  }

  /**
   * The requests of one variant.
   *
   * @param users the users; null for those of all variants
   * @param areNewConnections whether each has a connection of its own; null if as in all variants
   * @param headers the headers, beside {@code Host}
   */
  public record Requests(
      @Nullable Integer users, @Nullable Boolean areNewConnections, Map<String, String> headers) {

    static final Requests USUAL = new Requests(null, null, Map.of());

    public Requests {
      headers = Map.copyOf(headers);
    }
  }

  /** Stands for the jar of the experiment's handler, in arguments. */
  public static final String HANDLERS = "{handlers}";

  /** Stands for the folder of the server, in arguments. */
  public static final String FOLDER = "{folder}";

  /** Stands for the jar of the handlers that ask a back end, in arguments. */
  static final String BACK_END_HANDLERS = "{back-end-handlers}";

  /** Stands for the address of the back end, in the options of the JVM. */
  static final String BACK_END = "{back-end}";

  /** Stands for the options that use an AOT cache, in those of the JVM. */
  static final String AOT_CACHE = "{aot-cache}";

  /** Stands for the same of a cache that was made without a request. */
  static final String AOT_CACHE_OF_START = "{aot-cache-of-start}";

  public Variant {
    setting = Map.copyOf(setting);
    arguments = List.copyOf(arguments);
    jvm = List.copyOf(jvm);
  }

  /** Returns whether the variant takes part in a block, which is numbered from 1. */
  boolean isIn(int block) {
    return blocks == null || block <= blocks;
  }

  /** Returns whether nobody else asks while it is measured. */
  boolean isAlone() {
    return idle == 0 && slowReaders == 0 && background == 0;
  }

  /** Returns whether the options of its JVM have the place of an AOT cache. */
  public boolean hasAotCache() {
    return jvm.contains(AOT_CACHE) || jvm.contains(AOT_CACHE_OF_START);
  }

  /** Returns whether claims are about it. */
  boolean isOriginal() {
    return !Boolean.TRUE.equals(changed);
  }

  /** Returns what phases need. */
  Demand ownDemand() {
    return Objects.requireNonNullElse(demand, Demand.USUAL);
  }

  /** Returns whether JMeter's users come without a warm-up before. */
  boolean isCold() {
    return Boolean.TRUE.equals(cold);
  }

  /** Returns in what the requests differ from those of the others. */
  Requests ownRequests() {
    return Objects.requireNonNullElse(requests, Requests.USUAL);
  }
}
