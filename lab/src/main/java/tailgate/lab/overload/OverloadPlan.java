package tailgate.lab.overload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.StageArguments;
import tailgate.lab.project.Project;

/**
 * What is tried.
 *
 * @param policies of the stages that can have them; others have none
 * @param loads as multiples of the capacity, ascending
 * @param patience after which a client gives up
 * @param closed half of it is for the compiler, half is counted
 * @param runIn at the rate of the step that follows, so that a policy has noticed an overload; the
 *     pulse begins with it
 * @param step that is counted, for each load
 * @param after the pulse, at half of the capacity
 * @param settles whether a server is warmed until it has settled; else the closed load warms it
 * @param stageArguments those that the user has added; null in old archives
 */
public record OverloadPlan(
    List<String> stages,
    List<Policy> policies,
    List<HandlerKind> handlers,
    List<Clients> clients,
    List<Double> loads,
    Duration patience,
    Duration closed,
    Duration runIn,
    Duration step,
    Duration after,
    boolean settles,
    Blocks blocks,
    @Nullable StageArguments stageArguments) {

  /** The handlers answer every path. */
  static final String PATH = Project.DATA;

  public static final double HALF = 0.5;
  public static final double TWICE = 2;

  private static final Duration PATIENCE = Duration.ofMillis(100);
  private static final Duration LONG_AFTER = Duration.ofSeconds(12);

  /** Of the generator, at any rate, if clients leave. */
  private static final int CONNECTIONS = 4_000;

  /** The same if clients ask again: for those who wait until they can connect. */
  private static final int CONNECTIONS_OF_A_STORM = 8_000;

  public OverloadPlan {
    if (!loads.contains(HALF) || !loads.contains(TWICE)) {
      throw new IllegalArgumentException("the pulse needs 0.5 and 2, not " + loads);
    }
    stages = List.copyOf(stages);
    policies = List.copyOf(policies);
    handlers = List.copyOf(handlers);
    clients = List.copyOf(clients);
    loads = List.copyOf(loads);
  }

  /** The full form. */
  public static OverloadPlan full(
      List<String> stages,
      List<Policy> policies,
      List<HandlerKind> handlers,
      List<Clients> clients,
      Blocks blocks) {
    return new OverloadPlan(
        stages,
        policies,
        handlers,
        clients,
        List.of(HALF, 0.9, 1.0, 1.5, TWICE, 3.0),
        PATIENCE,
        Duration.ofSeconds(4),
        Duration.ofMillis(1_500),
        Duration.ofSeconds(2),
        after(clients, Duration.ofSeconds(4)),
        true,
        blocks,
        StageArguments.NONE);
  }

  /** The short form. */
  public static OverloadPlan quick(
      List<String> stages,
      List<Policy> policies,
      List<HandlerKind> handlers,
      List<Clients> clients,
      Blocks blocks) {
    return new OverloadPlan(
        stages,
        policies,
        handlers,
        clients,
        List.of(HALF, 1.0, 1.5, TWICE, 3.0),
        PATIENCE,
        Duration.ofSeconds(3),
        Duration.ofMillis(1_300),
        Duration.ofMillis(1_300),
        after(clients, Duration.ofSeconds(2)),
        false,
        blocks,
        StageArguments.NONE);
  }

  /** Long enough to see that an overload does not end, where clients can keep it going. */
  private static Duration after(List<Clients> clients, Duration usual) {
    return allLeave(clients) ? usual : LONG_AFTER;
  }

  private static boolean allLeave(List<Clients> clients) {
    return clients.stream().allMatch(some -> some == Clients.LEAVE);
  }

  /** More than that are never open. */
  public int mostConnections() {
    return allLeave(clients) ? CONNECTIONS : CONNECTIONS_OF_A_STORM;
  }

  /** The same with other loads; 0.5 and 2 must be among them. */
  public OverloadPlan at(List<Double> other) {
    return new OverloadPlan(
        stages,
        policies,
        handlers,
        clients,
        other.stream().sorted().distinct().toList(),
        patience,
        closed,
        runIn,
        step,
        after,
        settles,
        blocks,
        stageArguments);
  }

  /** The same with further arguments for some stages. */
  public OverloadPlan with(StageArguments more) {
    return new OverloadPlan(
        stages, policies, handlers, clients, loads, patience, closed, runIn, step, after, settles,
        blocks, more);
  }

  /** Those that the user has added, if any. */
  StageArguments more() {
    return Objects.requireNonNullElse(stageArguments, StageArguments.NONE);
  }

  /** In each block all arms in random order; the A/A arm among them, if there are several. */
  List<OverloadRun> runs() {
    List<OverloadRun> runs = new ArrayList<>();
    for (int block = 1; block <= blocks.count(); block++) {
      List<OverloadRun> its = new ArrayList<>();
      for (HandlerKind handler : handlers) {
        List<OverloadRun> arms = arms(handler, block);
        its.addAll(arms);
        if (blocks.count() > 1) {
          its.add(twin(arms));
        }
      }
      runs.addAll(blocks.shuffled(block, its));
    }
    return runs;
  }

  /** All arms with all handlers, once. */
  List<OverloadRun> arms() {
    return handlers.stream().flatMap(handler -> arms(handler, 1).stream()).toList();
  }

  private List<OverloadRun> arms(HandlerKind handler, int block) {
    List<OverloadRun> arms = new ArrayList<>();
    for (String stage : stages) {
      for (Policy policy : Policy.values()) {
        boolean isWanted = policy == Policy.NONE || policies.contains(policy);
        if (isWanted && policy.fits(stage)) {
          clients.forEach(
              some -> arms.add(new OverloadRun(stage, policy, handler, some, block, false)));
        }
      }
    }
    return arms;
  }

  /** One with CoDel: an arm that answers nobody in time cannot be compared with itself. */
  private static OverloadRun twin(List<OverloadRun> arms) {
    OverloadRun arm =
        arms.stream()
            .filter(run -> run.policy() == Policy.CODEL)
            .findFirst()
            .orElseGet(() -> arms.get(0));
    return new OverloadRun(
        arm.stage(), arm.policy(), arm.handler(), arm.clients(), arm.block(), true);
  }

  /** Whether the example handler is needed. */
  public boolean needsExample() {
    return handlers.contains(HandlerKind.BACK_END);
  }

  /** Whether there is anything to run. */
  public boolean hasArms() {
    return !arms().isEmpty();
  }

  /**
   * No run asks more often in a second, with all that clients send again.
   *
   * @param cores of the server
   */
  double mostPerSecond(int cores) {
    double capacity =
        arms().stream()
            .mapToDouble(run -> run.handler().mostPerSecond(cores, atATime(run)))
            .max()
            .orElse(0);
    double tries = clients.stream().mapToDouble(Clients::tries).max().orElse(1);
    return capacity * most() * tries;
  }

  /** How many requests a server has in its handler at the same time, as the user wants it. */
  int atATime(OverloadRun run) {
    List<String> bound = Policy.boundOf(run.stage());
    if (bound.isEmpty()) {
      return Policy.USUALLY_AT_A_TIME;
    }
    String option = bound.get(bound.size() - 2);
    return more().number(run.stage(), option).orElse(Policy.USUALLY_AT_A_TIME);
  }

  /** The highest of the loads. */
  double most() {
    return loads.get(loads.size() - 1);
  }

  /** The number of a load, by which its segments are found again. */
  int cycle(double load) {
    return loads.indexOf(load) + 1;
  }

  /** Twice as much as the capacity: its begin, and the step. */
  Duration pulse() {
    return runIn.plus(step);
  }
}
