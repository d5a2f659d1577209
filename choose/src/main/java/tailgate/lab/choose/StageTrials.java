package tailgate.lab.choose;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.project.PoolSize;

/**
 * Makes the trials of one stage: with the default size of its pool, with the size that Little's law
 * asks for if the default was what ended the climb, and with a server that rejects. In the quick
 * form only the latter size is tried if the law says that the default is far too small.
 *
 * @param lead the lead of the block; in the full form nobody leads
 * @param say gets words on how it goes
 */
record StageTrials(
    ChoosePlan plan, ChooseRun run, Servers servers, Lead lead, Consumer<String> say) {

  /** This stage serves one client at a time: a connection that is kept would be the only one. */
  private static final String ONE_AT_A_TIME = "singlethreaded";

  /** More answers in time than a rate that failed, by this factor, are no chance. */
  private static final double MORE = 1.05;

  List<Arm> all() throws IOException, LabException, InterruptedException {
    Optional<PoolSize> size = sizeToFind();
    List<Arm> arms = new ArrayList<>();
    Optional<Integer> needed = size.flatMap(pool -> lead.workers(pool, plan.cores()));
    if (needed.isPresent()) { // the usual size is out of reach by arithmetic
      return List.of(sized(size.get(), needed.get()));
    }
    Integer usualSize = size.map(PoolSize::usual).or(this::sizeOfUser).orElse(null);
    Arm usual = arm(List.of(), usualSize, false, size);
    arms.add(usual);
    Optional<Integer> better = size.flatMap(pool -> better(pool, usual));
    if (better.isPresent() && !run.twin()) {
      arms.add(sized(size.get(), better.get()));
    }
    Arm last = arms.get(arms.size() - 1);
    if (plan.pace().rejects() && !run.twin() && size.isPresent() && last.after() != null) {
      arms.set(arms.size() - 1, last.rejecting(rejecting(size.get(), last)));
    }
    return arms;
  }

  private Arm sized(PoolSize size, int workers)
      throws IOException, LabException, InterruptedException {
    say.accept(workers + " workers: ");
    return arm(size.arguments(workers), workers, true, Optional.empty());
  }

  /** Returns the size to be found; empty if the stage has none, or the user has set it. */
  private Optional<PoolSize> sizeToFind() {
    List<String> arguments = plan.own().byStage().getOrDefault(run.stage(), List.of());
    return PoolSize.of(run.stage())
        .filter(size -> arguments.stream().noneMatch(word -> name(word).equals(size.option())));
  }

  /** Returns the size that the user set; empty if that is no number, which the server will say. */
  private Optional<Integer> sizeOfUser() {
    return PoolSize.of(run.stage()).flatMap(size -> plan.own().number(run.stage(), size.option()));
  }

  private static String name(String argument) {
    return argument.split("=", 2)[0];
  }

  private Optional<Integer> better(PoolSize size, Arm usual) {
    return usual
        .leastCpuMicros()
        .flatMap(
            cpu ->
                Sizing.better(
                    size.usual(),
                    usual.capacity(),
                    plan.cores(),
                    usual.heldMicros(),
                    cpu,
                    usual.limit()));
  }

  /**
   * Tries the stage with one size of its pool.
   *
   * @param size the size to be compared with a better one; empty if there is nothing to compare
   */
  private Arm arm(
      List<String> added, @Nullable Integer workers, boolean sized, Optional<PoolSize> size)
      throws IOException, LabException, InterruptedException {
    try (Driver driver = servers.start(Arm.folder(sized, workers), added)) {
      Trial trial = trial(driver);
      trial.warm(lead);
      say.accept(format("warm at %,.0f/s, ", trial.guess()));
      // In the quick form what cannot be the best is not looked at more closely.
      Capacity capacity =
          trial.climb(
              lead,
              rough ->
                  lead.isOutOfReach(rough)
                      || (!plan.isThorough()
                          && hasBetter(size, trial.arm(run.stage(), workers, sized, rough, null))));
      say.accept(format("holds %s/s; ", capacity));
      Arm found = trial.arm(run.stage(), workers, sized, capacity, null);
      // What the generator has ended, it cannot overload.
      boolean isEnough =
          capacity.isNone()
              || capacity.atLeast()
              || run.twin()
              || hasBetter(size, found)
              || lead.isOutOfReach(capacity)
              || !trial.overloads(capacity.estimate());
      Arm made = isEnough ? found : overloaded(trial, found);
      if (!plan.isThorough()) {
        lead.saw(made);
      }
      driver.checkAlive();
      return made;
    }
  }

  /**
   * Adds an overload. If the server holds 1.5 times its capacity, or answers more in time than the
   * rate at which it failed, then a hiccup of the machine had ended the climb, or its code was not
   * compiled yet: the capacity is looked for around that rate, once. Few requests may hold by luck.
   * The overload itself says no more than that: a higher capacity is one that a climb has found.
   */
  private Arm overloaded(Trial trial, Arm found)
      throws IOException, LabException, InterruptedException {
    Capacity capacity = found.capacity();
    @Nullable Aftermath after = trial.overload(capacity.estimate());
    boolean doesMore =
        after.more().holds(plan.objective())
            || after.more().goodput() > capacity.interval().high() * MORE;
    if (doesMore && after.more().arrivals() >= ChoosePlan.ENOUGH) {
      Capacity higher = trial.climbFrom(after.more().rate());
      if (higher.estimate() > capacity.estimate()) {
        capacity = higher;
        say.accept(format("and more: %s/s; ", capacity));
        boolean isEnough = capacity.atLeast() || !trial.overloads(capacity.estimate());
        after = isEnough ? null : trial.overload(capacity.estimate());
      }
    }
    return trial.arm(run.stage(), found.workers(), found.sized(), capacity, after);
  }

  private boolean hasBetter(Optional<PoolSize> size, Arm arm) {
    return size.flatMap(pool -> better(pool, arm)).isPresent();
  }

  /** Makes the overload at a server that rejects what it cannot answer within the objective. */
  private Aftermath rejecting(PoolSize size, Arm arm)
      throws IOException, LabException, InterruptedException {
    int workers = arm.workers() == null ? size.usual() : arm.workers();
    int queue = arm.queueFor(plan.objective());
    say.accept("rejecting; ");
    List<String> rejects =
        List.of(
            "--overload",
            "reject",
            "--queue",
            Integer.toString(queue),
            size.option(),
            Integer.toString(workers));
    try (Driver driver = servers.start("reject", rejects)) {
      Trial trial = trial(driver);
      trial.warm(lead);
      Aftermath made = trial.overload(arm.perSecond());
      driver.checkAlive();
      return made;
    }
  }

  private Trial trial(Driver driver) {
    boolean isKept = plan.keepAlive() && !run.stage().equals(ONE_AT_A_TIME);
    return new Trial(plan, isKept, run.block(), driver);
  }
}
