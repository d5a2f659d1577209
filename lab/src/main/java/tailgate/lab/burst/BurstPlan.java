package tailgate.lab.burst;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tailgate.lab.experiment.Blocks;

/**
 * How long the parts of a run take.
 *
 * @param settle at a low rate after the warm-up, so that none of its requests is still waiting
 * @param quiet longer than a pool that sizes itself remembers what it needed, which is 15 to 30 s:
 *     then each spike meets a pool of its core size, and {@link BurstResult} asserts it
 * @param coolDown long enough for a queue that a spike left to drain
 * @param cycles how often quiet, spike and cool-down are repeated
 * @param rehearsals spikes in the warm-up, each followed by a pause of {@code coolDown}: a server
 *     that has never met its first spike compiles the code for it then, and the compiler takes the
 *     processor from the requests; 0 in old plans
 * @param blocks null in old plans
 * @param work null in old plans
 */
public record BurstPlan(
    Duration warmUp,
    Duration settle,
    Duration quiet,
    Duration spike,
    Duration coolDown,
    int cycles,
    int rehearsals,
    @Nullable Blocks blocks,
    @Nullable Work work) {

  /**
   * What the servers do.
   *
   * @param path of every request
   * @param fileSize of the file with this path, which is then the only one; null for the sample
   *     site
   * @param arms handlers, connections and servers with their arguments, for people and for a run
   *     that is continued
   */
  public record Work(String path, @Nullable Long fileSize, List<String> arms) {
    public Work {
      arms = List.copyOf(arms);
    }
  }

  /** The path of every request: a small file, because the experiment is about the handler. */
  public static final String RESOURCE = "/logo.svg";

  /** One spike for each JVM; the blocks repeat it. */
  public static final BurstPlan FULL = ofSeconds(15, 1, 35, 1, 3, 1, 3);

  private static final Duration MEMORY = Duration.ofSeconds(30);

  /** Its spike meets a cold server: two minutes have no time for rehearsals. */
  public static final BurstPlan QUICK = ofSeconds(2, 1, 1, 1, 3, 1, 0);

  private static BurstPlan ofSeconds(
      long warmUp, long settle, long quiet, long spike, long coolDown, int cycles, int rehearsals) {
    return new BurstPlan(
        Duration.ofSeconds(warmUp),
        Duration.ofSeconds(settle),
        Duration.ofSeconds(quiet),
        Duration.ofSeconds(spike),
        Duration.ofSeconds(coolDown),
        cycles,
        rehearsals,
        null,
        null);
  }

  /** The same in blocks. */
  public BurstPlan in(Blocks some) {
    return new BurstPlan(warmUp, settle, quiet, spike, coolDown, cycles, rehearsals, some, work);
  }

  /** The same with other work. */
  public BurstPlan working(Work some) {
    return new BurstPlan(warmUp, settle, quiet, spike, coolDown, cycles, rehearsals, blocks, some);
  }

  /** What every request asks for. */
  String resource() {
    return work == null ? RESOURCE : work.path;
  }

  /** The size of the only file; empty for the sample site. */
  Optional<Long> fileSize() {
    return Optional.ofNullable(work).flatMap(its -> Optional.ofNullable(its.fileSize));
  }

  /** Whether the quiet phase is long enough for a pool to forget what it needed. */
  boolean waitsForThePool() {
    return quiet.compareTo(MEMORY) >= 0;
  }

  public Duration beforeTheFirstCycle() {
    return warmUp.plus(spike.plus(coolDown).multipliedBy(rehearsals)).plus(settle);
  }

  /**
   * When a spike begins, from the beginning of the load.
   *
   * @param number from 1
   */
  Duration spikeBegins(int number) {
    return beforeTheFirstCycle().plus(cycle().multipliedBy(number - 1)).plus(quiet);
  }

  public Duration total() {
    return beforeTheFirstCycle().plus(cycle().multipliedBy(cycles));
  }

  private Duration cycle() {
    return quiet.plus(spike).plus(coolDown);
  }
}
