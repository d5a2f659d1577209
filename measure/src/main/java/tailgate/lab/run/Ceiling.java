package tailgate.lab.run;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import tailgate.lab.LabException;
import tailgate.lab.hyperfoil.Generator;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;
import tailgate.lab.machine.IdleGate;

/**
 * How many requests per second the generator can drive at most: measured against an {@link
 * EchoProcess} on the machine of the servers, before the first run of each kind of load. Confined
 * to one thread.
 */
public final class Ceiling {

  /** So many users keep a generator busy, and are few enough for its caches. */
  private static final int USERS = 64;

  /** This is more than a generator can drive. */
  private static final double MOST_PER_SECOND = 50_000;

  /**
   * The generator has warmed itself up before, and gets faster all the same, so it is measured
   * until it does not.
   */
  private static final Duration WARM_UP = Duration.ofMillis(200);

  private static final Duration COUNTED = Duration.ofSeconds(1);

  private static final double BETTER = 1.1;

  /** Says when a measurement is over. */
  private enum Patience {
    /** Where another kind of load has warmed the generator, and none may come near the limit. */
    NONE(0, 1),

    /** Suits loads that are not expected to be near the limit. */
    LITTLE(1, 4),

    /** Finds the limit itself: the echo gets faster for some seconds too, and not evenly. */
    MUCH(4, 20);

    /** Compiled code is so many times as fast: then it will not get much faster. */
    private static final double COMPILED = 2;

    private static final int FEW = 2;

    private final int noBetter;
    private final int most;

    Patience(int noBetter, int most) {
      this.noBetter = noBetter;
      this.most = most;
    }

    /** Whether one of the last few rates was clearly better than those before. */
    boolean goesOn(List<Double> rates) {
      boolean isCompiled = Collections.max(rates) > COMPILED * rates.get(0);
      int before = rates.size() - (isCompiled ? Math.min(noBetter, FEW) : noBetter);
      return before <= 0
          || (rates.size() < most
              && Collections.max(rates.subList(before, rates.size()))
                  > BETTER * Collections.max(rates.subList(0, before)));
    }
  }

  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** The properties on which the limit depends. */
  private record Shape(boolean keepAlive, int threads, long bodyBytes, boolean atLowRate) {}

  /**
   * How many requests per second were answered.
   *
   * @param thorough whether it was measured until there was no doubt
   */
  private record Limit(double perSecond, boolean thorough) {}

  /** How the stages are run: the echo is where they are, on their Java. */
  private final StageRun stages;

  private final LoadGenerator<LoadSpec> generator;

  /** Whether the generator is one of {@link LoadSource#atLowRate}. */
  private final boolean atLowRate;

  /** Whether the limit is measured until there is no doubt at first, also if no load is near. */
  private final boolean thorough;

  private final Map<Shape, Limit> known;

  /** A ceiling at an echo where the stages run: then it is that of the network, too. */
  Ceiling(StageRun stages, LoadGenerator<LoadSpec> generator) {
    this(stages, generator, false, false, new ConcurrentHashMap<>());
  }

  private Ceiling(
      StageRun stages,
      LoadGenerator<LoadSpec> generator,
      boolean atLowRate,
      boolean thorough,
      Map<Shape, Limit> known) {
    this.stages = stages;
    this.generator = generator;
    this.atLowRate = atLowRate;
    this.thorough = thorough;
    this.known = known;
  }

  /**
   * Returns a copy for a generator that is there. All copies share their measurements.
   *
   * @param low whether it is one of {@link LoadSource#atLowRate}, which has another limit
   */
  Ceiling of(LoadGenerator<LoadSpec> started, boolean low) {
    return new Ceiling(stages, started, low, thorough, known);
  }

  /**
   * Returns a copy whose first measurement goes on until there is no doubt: that also warms the
   * generator. Loads of another kind may be far below their limit, and have it measured for longer
   * only if they are not.
   */
  Ceiling thorough() {
    return new Ceiling(stages, generator, atLowRate, true, known);
  }

  /** Returns a copy that waits at another gate. */
  Ceiling at(IdleGate gate) {
    return new Ceiling(stages.at(gate), generator, atLowRate, thorough, known);
  }

  /**
   * Returns the limit for this kind of load, in requests per second.
   *
   * @param bodyBytes the size of an answer
   * @param context of the run, whose line has been begun; the files of the calibration go into a
   *     folder of its folder
   */
  double of(LoadSpec load, long bodyBytes, RunContext context)
      throws IOException, LabException, InterruptedException {
    Shape shape = shape(load, bodyBytes);
    Limit limit = known.get(shape);
    if (limit == null) {
      boolean isFirst = thorough && known.isEmpty();
      Patience patience = isFirst ? Patience.MUCH : thorough ? Patience.NONE : Patience.LITTLE;
      limit = new Limit(measure(shape, patience, context.in("ceiling")), isFirst);
      known.put(shape, limit);
      say(limit, load, context);
    }
    return limit.perSecond;
  }

  /**
   * Returns the limit after a load that was near the one known: the generator and the echo get
   * faster with time, so it is measured again, once and for longer.
   */
  double certain(LoadSpec load, long bodyBytes, RunContext context)
      throws IOException, LabException, InterruptedException {
    Shape shape = shape(load, bodyBytes);
    Limit limit = Objects.requireNonNull(known.get(shape), "not measured yet");
    if (!limit.thorough) {
      double measured = measure(shape, Patience.MUCH, context.in("ceiling-again"));
      limit = new Limit(Math.max(limit.perSecond, measured), true);
      known.put(shape, limit);
      say(limit, load, context);
    }
    return limit.perSecond;
  }

  private Shape shape(LoadSpec load, long bodyBytes) {
    return new Shape(load.keepAlive(), load.threads(), bodyBytes, atLowRate);
  }

  private static void say(Limit limit, LoadSpec load, RunContext context) {
    context.say(
        format(
            "(the generator can do %,.0f requests/s on %s connections) ",
            limit.perSecond, load.keepAlive() ? "kept" : "new"));
  }

  private double measure(Shape shape, Patience patience, RunContext context)
      throws IOException, LabException, InterruptedException {
    stages.awaitQuiet();
    EchoProcess echo =
        new EchoProcess(stages.java(), stages.isolation(), shape.bodyBytes(), Duration.ZERO);
    List<Double> rates = new ArrayList<>();
    Optional<Machine> other = stages.elsewhere();
    try (RunningServer server =
        other.isPresent() ? other.get().start(echo, context) : echo.start(context)) {
      rates.add(measure(load(shape), server.ready(), context));
      while (patience.goesOn(rates)) {
        RunContext next = context.in("again-" + rates.size());
        rates.add(measure(load(shape), server.ready(), next));
      }
    }
    return Collections.max(rates);
  }

  private double measure(LoadSpec load, Ready server, RunContext context)
      throws IOException, LabException, InterruptedException {
    generator.drive(load, server, context);
    Path folder = context.folder();
    LoadResult result = JsonFiles.read(folder.resolve(Generator.RESULT), LoadResult.class);
    if (result.answeredInTime() == 0) {
      throw new LabException("the generator got no answer from the echo; see " + folder);
    }
    return result.answeredInTime() * 1e3 / COUNTED.toMillis();
  }

  private LoadSpec load(Shape shape) {
    // With a line, others wait for answers meanwhile.
    double onTheWay =
        stages
            .isolation()
            .line()
            .map(line -> MOST_PER_SECOND * line.now().meanSeconds())
            .orElse(0.0);
    return new LoadSpec(
        "/",
        shape.keepAlive(),
        USERS + (int) onTheWay,
        Model.CLOSED,
        List.of(Segment.of(Kind.WARM_UP, 1, 0, WARM_UP), Segment.of(Kind.STEADY, 1, 0, COUNTED)),
        TIMEOUT.toMillis(),
        shape.threads());
  }
}
