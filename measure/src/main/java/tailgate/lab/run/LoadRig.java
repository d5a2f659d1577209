package tailgate.lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import tailgate.lab.LabException;
import tailgate.lab.load.LineUse;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.machine.IdleGate;
import tailgate.lab.machine.LaidLine;
import tailgate.lab.stats.SteadyState;

/**
 * A generator that is ready, and servers that can be put under its loads, one after the other. It
 * ends the generator when it is closed. Confined to one thread.
 */
public final class LoadRig implements AutoCloseable {

  /** An answer of unknown size is taken to have this size, in bytes. */
  private static final long SMALL = 100;

  private final StageRun stages;
  private final LoadGenerator<LoadSpec> generator;
  private final LoadSource source;
  private final LoadSource beside;
  private final Optional<Ceiling> ceiling;

  /**
   * Takes a generator over from what has started it.
   *
   * @param generator is ready
   * @param source of loads at any rate
   * @param beside of loads at the rate of those of the generator
   */
  LoadRig(
      StageRun stages,
      LoadGenerator<LoadSpec> generator,
      LoadSource source,
      LoadSource beside,
      Optional<Ceiling> ceiling) {
    this.stages = stages;
    this.generator = generator;
    this.source = source;
    this.beside = beside;
    this.ceiling = ceiling;
  }

  /** Returns the generator, for a load at something else than a server. */
  public LoadGenerator<LoadSpec> generator() {
    return generator;
  }

  /** Returns a rig of other servers for the same generator, which this one ends. */
  public LoadRig at(StageRun others) {
    return new LoadRig(others, generator, source, beside, ceiling);
  }

  StageRun stages() {
    return stages;
  }

  /** Drives one of several loads at a server that is there. */
  LoadOutcome drive(
      ServerSpec server,
      LoadSpec load,
      Ready ready,
      IdleGate.Quiet quiet,
      RunContext context,
      Path ofServer)
      throws IOException, LabException, InterruptedException {
    awaitCeiling(server, load, context);
    LoadSpec asked = stages.loadFor(server, load);
    lineUse(); // what came before
    stages.drive(generator, asked, ready, quiet, context, ofServer);
    return outcome(server, load, context);
  }

  /** Starts to drive another load meanwhile, by a generator of its own. */
  RunningLoad driveBeside(ServerSpec server, LoadSpec load, Ready ready, RunContext context) {
    return RunningLoad.start(
        "the other load", beside, stages.loadFor(server, load), ready, context);
  }

  /** Warms a server by loads that are broken off, each from a generator of its own. */
  Optional<SteadyState> warm(
      ServerSpec server, ServerWarmUp warmUp, Ready ready, RunContext context)
      throws IOException, LabException, InterruptedException {
    return warmUp.with(load -> stages.loadFor(server, load)).at(ready, source, context);
  }

  private Optional<LineUse> lineUse() {
    return stages.isolation().line().flatMap(LaidLine::use);
  }

  /** Reads the folder of a load that is over, and adds what else is known of it. */
  private LoadOutcome outcome(ServerSpec server, LoadSpec load, RunContext context)
      throws IOException, LabException, InterruptedException {
    LoadOutcome read = LoadOutcome.read(context.folder());
    LoadOutcome over = lineUse().map(read::over).orElse(read);
    OptionalDouble most = awaitCeiling(server, load, context);
    if (most.isEmpty()) {
      return over;
    }
    LoadOutcome below = over.below(most.getAsDouble());
    return below.load().health().isAlmostAtCeiling()
        ? over.below(ceiling.orElseThrow().certain(load, bodyBytes(server, load), context))
        : below;
  }

  /**
   * Returns the generator's ceiling under such a load, which takes a load of its own the first
   * time; empty if it is not measured.
   */
  public OptionalDouble awaitCeiling(ServerSpec server, LoadSpec load, RunContext context)
      throws IOException, LabException, InterruptedException {
    return ceiling.isEmpty()
        ? OptionalDouble.empty()
        : OptionalDouble.of(ceiling.get().of(load, bodyBytes(server, load), context));
  }

  /** Returns the size of the file that is asked for; a handler may answer with something else. */
  private long bodyBytes(ServerSpec server, LoadSpec load) throws IOException {
    Path root = server.root().orElse(stages.project().site());
    Path file = root.resolve(load.path().substring(1)).normalize();
    return Files.isRegularFile(file) ? Files.size(file) : SMALL;
  }

  @Override
  public void close() {
    generator.close();
  }
}
