package tailgate.lab.compare;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.lab.compare.Variant.Demand;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;
import tailgate.lab.plan.LoadPlan;
import tailgate.lab.plan.LoadPlan.CapacityPlan.Asked;
import tailgate.lab.plan.PhasePlan;

/**
 * The phases of a load, one after the other: either all have a rate, or all have users.
 *
 * @param all the phases in their order
 * @param main the name of the phases whose latencies and throughput are those of the run; null for
 *     all that count
 * @param together names of phases by the name of their stretch, in their order: a doubt about one
 *     of them is a doubt about all
 * @param capacity the time of the closed load that finds the capacity of a server before; null if
 *     that is not asked
 * @param ofBackEnd the time of the closed load that finds what the back end of a variant can do by
 *     itself; null if that is not asked
 */
public record Phases(
    List<LoadPhase> all,
    @Nullable String main,
    Map<String, List<String>> together,
    @Nullable Duration capacity,
    @Nullable Duration ofBackEnd) {

  /** The few requests that show whether the queue is empty before a phase have this name. */
  static final String PROBE = "probe of ";

  /** Stands in lists of names for all phases that are named for a multiple of the capacity. */
  static final String MULTIPLES = "multiples";

  /** Stands in lists of names for those of the multiples that are below 1. */
  static final String BELOW_CAPACITY = "below 1x";

  private static final String EACH = "{each}";
  private static final String MULTIPLE = "\\d+(\\.\\d+)?x";

  /** A drain is so many times longer than a queue in order needs for what is left in it. */
  private static final double DRAIN = 1.15;

  private static final long SHORTEST_DRAIN_MILLIS = 200;

  /** A drain takes whole windows of the timeline, so that the next phase begins with one. */
  private static final long WINDOW_MILLIS = 100;

  public Phases {
    all = List.copyOf(all);
    together = Map.copyOf(together);
  }

  /**
   * Makes the phases of a file.
   *
   * @param anyAsksAgain whether clients of any variant ask again
   */
  static Phases of(LoadPlan load, boolean anyAsksAgain) {
    List<LoadPhase> all = new ArrayList<>();
    add(all, load.phases(), "", anyAsksAgain);
    Duration time = load.capacity() == null ? null : load.capacity().time();
    boolean isOfBackEnd = load.capacity() != null && load.capacity().of() == Asked.BACK_END;
    return new Phases(
        all, load.main(), load.together(), isOfBackEnd ? null : time, isOfBackEnd ? time : null);
  }

  private static void add(
      List<LoadPhase> all, List<PhasePlan> plans, String each, boolean anyAsksAgain) {
    for (PhasePlan plan : plans) {
      if (plan.phases().isEmpty()) {
        all.add(phase(plan, each, anyAsksAgain));
      }
      int times = Objects.requireNonNullElse(plan.repeat(), 1);
      List<String> values =
          new ArrayList<>(plan.each().isEmpty() ? Collections.nCopies(times, each) : plan.each());
      values.removeAll(plan.except());
      values.forEach(value -> add(all, plan.phases(), value, anyAsksAgain));
    }
  }

  private static LoadPhase phase(PhasePlan plan, String each, boolean anyAsksAgain) {
    Duration time = plan.drain() ? Duration.ZERO : Objects.requireNonNull(plan.time(), "checked");
    Duration longer = plan.withRetries();
    boolean isLonger = anyAsksAgain && longer != null && longer.compareTo(time) > 0;
    return new LoadPhase(
        plan.name() == null ? "" : plan.name().replace(EACH, each),
        plan.at() == null ? null : plan.at().replace(EACH, each),
        isLonger ? Objects.requireNonNull(longer) : time,
        !plan.uncounted() && !plan.drain());
  }

  /** Returns the names of the phases that have figures, in their order. */
  List<String> names() {
    return all.stream()
        .filter(phase -> phase.counts() && !phase.name().isEmpty())
        .map(LoadPhase::name)
        .filter(name -> !name.startsWith(PROBE))
        .distinct()
        .toList();
  }

  /** Returns the names that are multiples of the capacity, in ascending order. */
  List<String> multiples() {
    return names().stream()
        .filter(Phases::isMultiple)
        .sorted(Comparator.comparingDouble(Phases::multiple))
        .toList();
  }

  static boolean isMultiple(String name) {
    return name.matches(MULTIPLE);
  }

  private static double multiple(String name) {
    return Double.parseDouble(name.substring(0, name.length() - 1));
  }

  /** Returns the names that a list of a file selects, of those that there are. */
  List<String> selected(List<String> wanted) {
    Set<String> selected = new LinkedHashSet<>();
    for (String name : wanted) {
      switch (name) {
        case MULTIPLES -> selected.addAll(multiples());
        case BELOW_CAPACITY ->
            multiples().stream().filter(each -> multiple(each) < 1).forEach(selected::add);
        default -> names().stream().filter(name::equals).forEach(selected::add);
      }
    }
    return List.copyOf(selected);
  }

  /** Returns the multiple of the capacity at which the phases of a name are. */
  OptionalDouble times(String name) {
    return all.stream()
        .filter(phase -> phase.name().equals(name))
        .map(LoadPhase::times)
        .findFirst()
        .orElse(OptionalDouble.empty());
  }

  /** Returns the numbers of the phases of a name that count, from 0. */
  List<Integer> places(String name) {
    return IntStream.range(0, all.size())
        .filter(i -> all.get(i).counts() && all.get(i).name().equals(name))
        .boxed()
        .toList();
  }

  /** Returns the number of the first phase that counts, from 0. */
  int first() {
    return (int) all.stream().takeWhile(phase -> !phase.counts()).count();
  }

  Stream<List<String>> stretchesOf(String name) {
    return together.values().stream().filter(stretch -> stretch.contains(name));
  }

  /** Returns whether users ask again once they have their answer. */
  boolean isClosed() {
    return all.stream().anyMatch(LoadPhase::isClosed);
  }

  /** Returns the most users of a phase of a closed load. */
  int mostUsers() {
    return all.stream().mapToInt(LoadPhase::users).max().orElseThrow();
  }

  /** Returns the part of a load that each phase is. */
  List<Segment> segments(Demand demand, double capacity) {
    List<Long> millis = millis(demand.tries());
    return IntStream.range(0, all.size())
        .mapToObj(
            i ->
                new Segment(
                    all.get(i).counts() ? Kind.STEADY : Kind.WARM_UP,
                    i + 1,
                    all.get(i).perSecond(demand.rates(), capacity),
                    millis.get(i),
                    isClosed() ? all.get(i).users() : null))
        .toList();
  }

  /**
   * Returns the length of each phase.
   *
   * @param tries how often a client asks at most, each of which is work
   */
  private List<Long> millis(double tries) {
    List<Long> lengths = new ArrayList<>();
    double backlogMillis = 0;
    for (LoadPhase phase : all) {
      long millis = phase.drains() ? drainMillis(backlogMillis) : phase.time().toMillis();
      double left = backlogMillis + (phase.times().orElse(0) * tries - 1) * millis;
      backlogMillis = Math.max(0, left);
      lengths.add(millis);
    }
    return lengths;
  }

  private static long drainMillis(double backlogMillis) {
    long millis = Math.round(DRAIN * backlogMillis);
    return SHORTEST_DRAIN_MILLIS + Math.ceilDiv(millis, WINDOW_MILLIS) * WINDOW_MILLIS;
  }

  /** Returns when a phase begins, in milliseconds from the start of the load. */
  long beginMillis(int place, double tries) {
    return millis(tries).stream().limit(place).mapToLong(Long::longValue).sum();
  }

  /** Returns what all loads of a run take, if no client asks again. */
  Duration time() {
    Duration phases = Duration.ofMillis(beginMillis(all.size(), 1));
    return phases
        .plus(Objects.requireNonNullElse(capacity, Duration.ZERO))
        .plus(Objects.requireNonNullElse(ofBackEnd, Duration.ZERO));
  }
}
