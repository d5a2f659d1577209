package tailgate.lab.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import tailgate.lab.LabException;
import tailgate.lab.hyperfoil.Generator;
import tailgate.lab.load.Bystanders;
import tailgate.lab.load.Footprint;
import tailgate.lab.load.LineUse;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.machine.IdleGate;
import tailgate.lab.machine.LaidLine;
import tailgate.lab.process.Children;
import tailgate.lab.stats.SteadyState;

/**
 * One stage under one load of the Hyperfoil engine.
 *
 * @param beside drives a load that goes on at the same time as another one
 * @param ceiling of the engine; empty if it is not measured
 */
public record LoadTest(
    StageRun stages,
    LoadEngine<LoadSpec> engine,
    LoadEngine<LoadSpec> beside,
    Optional<Ceiling> ceiling) {

  /** An answer of unknown size is taken to have this size, in bytes. */
  private static final long SMALL = 100;

  private static final long POLL_MILLIS = 20;

  /** A test with one engine for all loads. */
  public LoadTest(StageRun stages, LoadEngine<LoadSpec> engine, Optional<Ceiling> ceiling) {
    this(stages, engine, engine, ceiling);
  }

  /** A test without a ceiling. */
  public LoadTest(StageRun stages, LoadEngine<LoadSpec> engine) {
    this(stages, engine, Optional.empty());
  }

  /** The work that is done with a generator that is kept. */
  @FunctionalInterface
  public interface KeptWork {
    void with(LoadTest kept) throws IOException, LabException, InterruptedException;
  }

  /** The work that is done in a session. */
  @FunctionalInterface
  public interface SessionWork {
    void in(StageSession session) throws IOException, LabException, InterruptedException;
  }

  /**
   * Starts the stage, warms it, does some work, stops the stage.
   *
   * @param warmUp empty if the loads warm the stage themselves
   * @param path what the stage must answer with 200
   * @param raw a folder for the stage
   * @param progress gets a word on the warm-up
   */
  public void session(
      Server server,
      Optional<WarmUp> warmUp,
      String path,
      Path raw,
      Children children,
      PrintWriter progress,
      SessionWork work)
      throws IOException, LabException, InterruptedException {
    IdleGate.Quiet quiet = stages.isolation().gate().pass();
    stages.start(
        server,
        path,
        ready -> {
          Optional<SteadyState> settled = Optional.empty();
          if (warmUp.isPresent()) {
            WarmUp adapted = warmUp.get().with(load -> stages.loadFor(server, load));
            settled = adapted.at(ready, raw, children);
            progress.print(settled.map(SteadyState::toString).orElse("was warmed up") + "; ");
          }
          boolean isFresh = warmUp.isEmpty();
          work.in(new AtStage(server, ready, quiet, settled, isFresh, raw, children, progress));
        },
        raw,
        children,
        progress);
  }

  private final class AtStage implements StageSession {

    private final Server server;
    private final Ready ready;
    private final IdleGate.Quiet before;
    private final Optional<SteadyState> settled;
    private final Path serverFolder;
    private final Children children;
    private final PrintWriter progress;

    /** Whether nothing but the start of the server has come after the gate. */
    private boolean isFresh;

    AtStage(
        Server server,
        Ready ready,
        IdleGate.Quiet before,
        Optional<SteadyState> settled,
        boolean isFresh,
        Path serverFolder,
        Children children,
        PrintWriter progress) {
      this.server = server;
      this.ready = ready;
      this.before = before;
      this.isFresh = isFresh;
      this.settled = settled;
      this.serverFolder = serverFolder;
      this.children = children;
      this.progress = progress;
    }

    @Override
    public int port() {
      return ready.port();
    }

    @Override
    public Optional<SteadyState> settled() {
      return settled;
    }

    @Override
    public LoadOutcome measure(LoadSpec load, Path raw)
        throws IOException, LabException, InterruptedException {
      return measure(load, raw, quiet());
    }

    @Override
    public LoadOutcome measure(LoadSpec load, Path raw, Bystanders.Arrive arrive)
        throws IOException, LabException, InterruptedException {
      IdleGate.Quiet quiet = quiet();
      most(server, load, raw, children, progress); // takes a load of its own, the first time
      try (Bystanders bystanders = arrive.at(ready.port())) {
        if (!bystanders.areBusy() && ready.stats().isPresent() && ready.isWatchable()) {
          var pulse = new Pulse.OfStage(ready.watched(), ready.stats().get());
          Arrival.awaitDone(pulse, ready::isAlive, System::nanoTime, Thread::sleep);
        }
        bystanders.check();
        LoadOutcome outcome = measure(load, raw, quiet);
        bystanders.check();
        return outcome;
      }
    }

    @Override
    public LoadOutcome measure(LoadSpec load, Path raw, LoadSpec background, Path rawOfBackground)
        throws IOException, LabException, InterruptedException {
      IdleGate.Quiet quiet = quiet();
      most(server, load, raw, children, progress); // takes a load of its own, the first time
      LoadSpec asked = stages.loadFor(server, background);
      FutureTask<Void> driving =
          new FutureTask<>(
              () -> {
                beside.run(children, ready.host(), ready.port(), asked, rawOfBackground);
                return null;
              });
      Thread thread = Thread.ofPlatform().name("other-load").start(driving);
      try {
        awaitStart(driving, rawOfBackground.resolve(Generator.STARTED));
        LoadOutcome outcome = measure(load, raw, quiet);
        driving.get();
        if (end(LoadOutcome.read(rawOfBackground), background) < end(outcome, load)) {
          throw new LabException(
              "the other load was over before the load that was measured, whose generator took too"
                  + " long to start");
        }
        return outcome;
      } catch (ExecutionException e) {
        throw new LabException("the other load failed: " + e.getMessage(), e);
      } finally {
        driving.cancel(true); // interrupts the thread, which stops its generator
        thread.join();
      }
    }

    /** Returns when the last request of a load could be due, in milliseconds since 1970. */
    private static long end(LoadOutcome outcome, LoadSpec load) {
      return outcome.load().startEpochMillis() + load.duration().toMillis();
    }

    /** Waits, because the start of the JVM would else be in what is measured. */
    private static void awaitStart(FutureTask<Void> load, Path started)
        throws InterruptedException {
      while (!load.isDone() && !Files.exists(started)) {
        Thread.sleep(POLL_MILLIS);
      }
    }

    @Override
    public LoadOutcome goOn(LoadSpec load, Path raw)
        throws IOException, LabException, InterruptedException {
      awaitLeftovers();
      return measure(load, raw, before);
    }

    @Override
    public Footprint footprint(int connections, Path objects)
        throws IOException, LabException, InterruptedException {
      return new FootprintProbe(ready).read(connections, objects, children);
    }

    private LoadOutcome measure(LoadSpec load, Path raw, IdleGate.Quiet quiet)
        throws IOException, LabException, InterruptedException {
      if (!ready.isAlive()) {
        throw new LabException("the server has ended");
      }
      OptionalDouble most = most(server, load, raw, children, progress);
      LoadSpec asked = stages.loadFor(server, load);
      lineUse(); // what came before
      stages.monitored(quiet, engine, asked, raw, serverFolder, children).at(ready);
      return outcome(server, load, raw, most, children, progress);
    }

    /** Waits for a quiet machine again, if loads have come between. */
    private IdleGate.Quiet quiet() throws LabException, InterruptedException {
      boolean first = isFresh;
      isFresh = false;
      if (first) {
        return before;
      }
      awaitLeftovers();
      return stages.isolation().gate().atServer().pass();
    }

    private void awaitLeftovers() throws LabException, InterruptedException {
      if (ready.stats().isPresent()) {
        URI stats = ready.stats().get();
        Leftovers.awaitNone(() -> Pulse.OfStage.open(stats), Thread::sleep);
      }
    }
  }

  /**
   * Does some work with a generator whose JVM is started and compiled once, for all loads. Loads
   * beside others have one of their own each.
   *
   * @param mostUsers of any of the loads
   * @param mostPerSecond of any of the loads, as {@link LoadSpec#mostPerSecond}
   * @param raw a folder for the log of the generator
   */
  public void keepingGenerator(
      int mostUsers, double mostPerSecond, Path raw, Children children, KeptWork work)
      throws IOException, LabException, InterruptedException {
    LoadTest suited = at(mostPerSecond);
    try (LoadEngine.Lasting<LoadSpec> kept = suited.engine.lasting(mostUsers, raw)) {
      kept.prepare(children);
      work.with(new LoadTest(stages, kept, suited.beside, suited.ceiling.map(all -> all.of(kept))));
    }
  }

  /** Does some work with a kept generator for loads whose rates nobody knows yet. */
  public void keepingGenerator(int mostUsers, Path raw, Children children, KeptWork work)
      throws IOException, LabException, InterruptedException {
    keepingGenerator(mostUsers, Double.POSITIVE_INFINITY, raw, children, work);
  }

  /** Returns a copy that measures the generator's limit for longer. */
  public LoadTest certainOfCeiling() {
    return new LoadTest(stages, engine, beside, ceiling.map(Ceiling::thorough));
  }

  /**
   * Passes the gate, and returns a copy whose servers do not wait at it again. What the machine
   * does meanwhile is counted during each load.
   */
  public LoadTest pastGate() throws LabException, InterruptedException {
    IdleGate passed = stages.isolation().gate().passedOnce();
    return new LoadTest(stages.at(passed), engine, beside, ceiling.map(all -> all.at(passed)));
  }

  /** Returns a copy with an engine that suits loads of such a rate. */
  private LoadTest at(double mostPerSecond) {
    if (mostPerSecond > LoadEngine.LOW_RATE) {
      return this;
    }
    LoadEngine<LoadSpec> slow = engine.atLowRate();
    return new LoadTest(stages, slow, beside.atLowRate(), ceiling.map(all -> all.ofLowRate(slow)));
  }

  /** Returns a copy with stages on another Java. The generator keeps its own. */
  public LoadTest on(String java) {
    return new LoadTest(stages.on(java), engine, beside, ceiling);
  }

  /** Returns a test with Hyperfoil: here, on the stages' java, or where the load comes from. */
  public static LoadTest with(StageRun stages) {
    LoadEngine<LoadSpec> engine =
        stages.load().orElseGet(() -> new HyperfoilRun(stages.java(), stages.isolation()));
    Ceiling ceiling = new Ceiling(stages, engine);
    return new LoadTest(stages, engine, Optional.of(ceiling));
  }

  /**
   * Starts the stage, drives the load, stops the stage.
   *
   * @param raw a folder for everything
   */
  public LoadOutcome measure(
      Server server, LoadSpec load, Path raw, Children children, PrintWriter progress)
      throws IOException, LabException, InterruptedException {
    LoadTest suited = at(load.mostPerSecond());
    OptionalDouble most = suited.most(server, load, raw, children, progress);
    LoadSpec asked = stages.loadFor(server, load);
    lineUse(); // what came before
    stages.measure(server, load.path(), suited.engine, asked, raw, children, progress);
    return suited.outcome(server, load, raw, most, children, progress);
  }

  private Optional<LineUse> lineUse() {
    return stages.isolation().line().flatMap(LaidLine::use);
  }

  /** Reads the folder of a run that is over, and adds what else is known of it. */
  private LoadOutcome outcome(
      Server server,
      LoadSpec load,
      Path raw,
      OptionalDouble most,
      Children children,
      PrintWriter progress)
      throws IOException, LabException, InterruptedException {
    LoadOutcome read = LoadOutcome.read(raw);
    Optional<LineUse> use = lineUse();
    LoadOutcome over = use.map(read::over).orElse(read);
    if (most.isEmpty() || ceiling.isEmpty()) {
      return over;
    }
    LoadOutcome below = over.below(most.getAsDouble());
    if (!below.load().health().isAlmostAtCeiling()) {
      return below;
    }
    long size = bodyBytes(server, load);
    return over.below(ceiling.get().certain(load, size, raw, children, progress).getAsDouble());
  }

  /** Returns the generator's ceiling under such a load; empty if it is not measured. */
  private OptionalDouble most(
      Server server, LoadSpec load, Path raw, Children children, PrintWriter progress)
      throws IOException, LabException, InterruptedException {
    return ceiling.isEmpty()
        ? OptionalDouble.empty()
        : ceiling.get().of(load, bodyBytes(server, load), raw, children, progress);
  }

  /** Returns the size of the file that is asked for; a handler may answer with something else. */
  private long bodyBytes(Server server, LoadSpec load) throws IOException {
    Path root = server.root().orElse(stages.project().site());
    Path file = root.resolve(load.path().substring(1)).normalize();
    return Files.isRegularFile(file) ? Files.size(file) : SMALL;
  }
}
