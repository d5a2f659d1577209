package tailgate.lab.run;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
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
import tailgate.lab.machine.Isolation;
import tailgate.lab.process.Children;

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

  private static final Duration WARM_UP = Duration.ofSeconds(3);
  private static final Duration COUNTED = Duration.ofSeconds(2);

  /**
   * The time for a generator that keeps its JVM. It has warmed itself up, and gets faster all the
   * same, so it is measured until it does not.
   */
  private static final Duration LASTING_WARM_UP = Duration.ofMillis(200);

  private static final Duration LASTING_COUNTED = Duration.ofSeconds(1);

  private static final double BETTER = 1.1;

  /** Says when a measurement of a generator that is kept is over. */
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

  private final String java;
  private final Isolation isolation;
  private final LoadEngine<LoadSpec> engine;

  /** Whether the engine is {@link LoadEngine#atLowRate}. */
  private final boolean atLowRate;

  /** Whether the limit is measured until there is no doubt at first, also if no load is near. */
  private final boolean thorough;

  /** The machine of the servers; empty for this one. */
  private final Optional<Machine> machine;

  private final Map<Shape, Limit> known;

  /**
   * @param perSecond what was answered
   * @param thorough whether it was measured until there was no doubt
   */
  private record Limit(double perSecond, boolean thorough) {}

  /**
   * @param java the java binary of the echo
   */
  Ceiling(String java, Isolation isolation, LoadEngine<LoadSpec> engine) {
    this(java, isolation, engine, false, false, Optional.empty(), new ConcurrentHashMap<>());
  }

  /** A ceiling at an echo where the stages run: then it is that of the network, too. */
  Ceiling(StageRun stages, LoadEngine<LoadSpec> engine) {
    this(
        stages.java(),
        stages.isolation(),
        engine,
        false,
        false,
        stages.elsewhere(),
        new ConcurrentHashMap<>());
  }

  private Ceiling(
      String java,
      Isolation isolation,
      LoadEngine<LoadSpec> engine,
      boolean atLowRate,
      boolean thorough,
      Optional<Machine> machine,
      Map<Shape, Limit> known) {
    this.java = java;
    this.isolation = isolation;
    this.engine = engine;
    this.atLowRate = atLowRate;
    this.thorough = thorough;
    this.machine = machine;
    this.known = known;
  }

  /** Returns a copy for another engine of the same kind. Both share their measurements. */
  Ceiling of(LoadEngine<LoadSpec> replacement) {
    return new Ceiling(java, isolation, replacement, atLowRate, thorough, machine, known);
  }

  /**
   * Returns a copy whose first measurement goes on until there is no doubt: that also warms a kept
   * generator. Loads of another kind may be far below their limit, and have it measured for longer
   * only if they are not.
   */
  Ceiling thorough() {
    return new Ceiling(java, isolation, engine, atLowRate, true, machine, known);
  }

  /** Returns a copy that waits at another gate. */
  Ceiling at(IdleGate gate) {
    return new Ceiling(java, isolation.at(gate), engine, atLowRate, thorough, machine, known);
  }

  /** Returns a copy for the engine of a low rate, which has another limit. */
  Ceiling ofLowRate(LoadEngine<LoadSpec> slow) {
    return new Ceiling(java, isolation, slow, true, thorough, machine, known);
  }

  /**
   * Returns the limit for this kind of load, in requests per second.
   *
   * @param bodyBytes the size of an answer
   * @param raw the folder of the run; the files of the calibration go into a folder beside its own
   * @param progress where the line of the run has been begun
   */
  OptionalDouble of(
      LoadSpec load, long bodyBytes, Path raw, Children children, PrintWriter progress)
      throws IOException, LabException, InterruptedException {
    Shape shape = shape(load, bodyBytes);
    Limit limit = known.get(shape);
    if (limit == null) {
      boolean isFirst = thorough && known.isEmpty();
      boolean certain = isFirst || !isLasting();
      Patience patience = isFirst ? Patience.MUCH : thorough ? Patience.NONE : Patience.LITTLE;
      double measured = measure(shape, patience, raw.resolve("ceiling"), children);
      limit = new Limit(measured, certain);
      known.put(shape, limit);
      say(limit, load, progress);
    }
    return OptionalDouble.of(limit.perSecond);
  }

  /**
   * Returns the limit after a load that was near the one known: a generator that keeps its JVM, and
   * the echo, get faster with time, so it is measured again, once and for longer.
   */
  OptionalDouble certain(
      LoadSpec load, long bodyBytes, Path raw, Children children, PrintWriter progress)
      throws IOException, LabException, InterruptedException {
    Shape shape = shape(load, bodyBytes);
    Limit limit = Objects.requireNonNull(known.get(shape), "not measured yet");
    if (!limit.thorough) {
      double measured = measure(shape, Patience.MUCH, raw.resolve("ceiling-again"), children);
      limit = new Limit(Math.max(limit.perSecond, measured), true);
      known.put(shape, limit);
      say(limit, load, progress);
    }
    return OptionalDouble.of(limit.perSecond);
  }

  private Shape shape(LoadSpec load, long bodyBytes) {
    return new Shape(load.keepAlive(), load.threads(), bodyBytes, atLowRate);
  }

  private static void say(Limit limit, LoadSpec load, PrintWriter progress) {
    progress.print(
        format(
            "(the generator can do %,.0f requests/s on %s connections) ",
            limit.perSecond, load.keepAlive() ? "kept" : "new"));
    progress.flush();
  }

  private double measure(Shape shape, Patience patience, Path folder, Children children)
      throws IOException, LabException, InterruptedException {
    Files.createDirectories(folder);
    isolation.gate().pass();
    EchoProcess echo = new EchoProcess(java, isolation, shape.bodyBytes(), Duration.ZERO);
    List<Double> rates = new ArrayList<>();
    echo.during(
        machine,
        folder,
        children,
        server -> {
          rates.add(measure(load(shape), server, folder, children));
          while (isLasting() && patience.goesOn(rates)) {
            Path next = Files.createDirectories(folder.resolve("again-" + rates.size()));
            rates.add(measure(load(shape), server, next, children));
          }
        });
    return Collections.max(rates);
  }

  private boolean isLasting() {
    return engine instanceof LoadEngine.Lasting;
  }

  private double measure(LoadSpec load, Ready server, Path folder, Children children)
      throws IOException, LabException, InterruptedException {
    engine.run(children, server.host(), server.port(), load, folder);
    LoadResult result = JsonFiles.read(folder.resolve(Generator.RESULT), LoadResult.class);
    if (result.answeredInTime() == 0) {
      throw new LabException("the generator got no answer from the echo; see " + folder);
    }
    return result.answeredInTime() * 1e3 / counted().toMillis();
  }

  private Duration counted() {
    return isLasting() ? LASTING_COUNTED : COUNTED;
  }

  private LoadSpec load(Shape shape) {
    // With a line, others wait for answers meanwhile.
    double onTheWay =
        isolation.line().map(line -> MOST_PER_SECOND * line.now().meanSeconds()).orElse(0.0);
    return new LoadSpec(
        "/",
        shape.keepAlive(),
        USERS + (int) onTheWay,
        Model.CLOSED,
        List.of(
            Segment.of(Kind.WARM_UP, 1, 0, isLasting() ? LASTING_WARM_UP : WARM_UP),
            Segment.of(Kind.STEADY, 1, 0, counted())),
        TIMEOUT.toMillis(),
        shape.threads());
  }
}
