package tailgate.lab.run;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import tailgate.lab.LabException;
import tailgate.lab.hyperfoil.Generator;
import tailgate.lab.load.Bystanders;
import tailgate.lab.load.Footprint;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.machine.IdleGate;
import tailgate.lab.stats.SteadyState;

/**
 * A server that is there, and the loads that are driven at it one after the other.
 *
 * <pre>
 *   open ──► (measure | goOn | footprint)* ──► checkAlive ──► close
 * </pre>
 *
 * <p>A load that fails leaves the session as it is: the next one says so if the server has ended.
 * Closing stops the server. Confined to one thread.
 */
public final class ServerSession implements AutoCloseable {

  private static final Duration POLL = Duration.ofMillis(20);

  private final LoadRig rig;
  private final ServerSpec server;
  private final RunningServer running;
  private final Ready ready;
  private final IdleGate.Quiet before;
  private final RunContext context;
  private final Optional<SteadyState> settled;

  /**
   * Whether nothing but the start of the server has come after the gate. Belongs to the thread of
   * the session.
   */
  private boolean isFresh;

  private ServerSession(
      LoadRig rig,
      ServerSpec server,
      RunningServer running,
      IdleGate.Quiet before,
      RunContext context,
      boolean isWarm,
      Optional<SteadyState> settled) {
    this.rig = rig;
    this.server = server;
    this.running = running;
    this.ready = running.ready();
    this.before = before;
    this.context = context;
    this.isFresh = !isWarm;
    this.settled = settled;
  }

  /**
   * Waits until the machine is quiet, starts a server, and returns when it has answered, and when
   * it has settled or has had its time if it is warmed.
   *
   * @param path what the server must answer with 200
   * @param warmUp the loads that warm the server; empty if it is not warmed
   * @param context of the server; gets a word on its warm-up
   */
  public static ServerSession open(
      LoadRig rig,
      ServerSpec server,
      String path,
      Optional<ServerWarmUp> warmUp,
      RunContext context)
      throws IOException, LabException, InterruptedException {
    IdleGate.Quiet quiet = rig.stages().awaitQuiet();
    try (Closer closer = new Closer()) {
      RunningServer running = rig.stages().start(server, path, context);
      closer.add(running::close);
      Optional<SteadyState> settled = Optional.empty();
      if (warmUp.isPresent()) {
        settled = rig.warm(server, warmUp.get(), running.ready(), context);
        context.say(settled.map(SteadyState::toString).orElse("was warmed up") + "; ");
      }
      closer.handOver(); // to the session, which ends the server
      return new ServerSession(rig, server, running, quiet, context, warmUp.isPresent(), settled);
    }
  }

  public int port() {
    return ready.port();
  }

  /** Returns the address of a resource of the server. */
  public URI uri(String path) {
    return Here.uri(ready.host(), ready.port(), path);
  }

  /** Whether the server settled before; empty if it was not warmed, or could not be watched. */
  public Optional<SteadyState> settled() {
    return settled;
  }

  /**
   * Drives a load at the server, once the machine is quiet.
   *
   * @param ofLoad its folder is for everything
   */
  public LoadOutcome measure(LoadSpec load, RunContext ofLoad)
      throws IOException, LabException, InterruptedException {
    return drive(load, ofLoad, quiet());
  }

  /**
   * Drives a load beside other clients. They come first, and unless they keep the server busy, the
   * load begins when it has done what they asked for at once.
   *
   * @throws LabException also if one of them was cut off
   */
  public LoadOutcome measure(LoadSpec load, RunContext ofLoad, Bystanders.Arrive arrive)
      throws IOException, LabException, InterruptedException {
    IdleGate.Quiet quiet = quiet();
    rig.awaitCeiling(server, load, ofLoad);
    try (Bystanders bystanders = arrive.at(ready.port())) {
      if (!bystanders.areBusy() && ready.stats().isPresent() && ready.isWatchable()) {
        var pulse = new Pulse.OfStage(ready.watched(), ready.stats().get());
        LoadArrival.awaitDone(pulse, ready::isAlive, System::nanoTime, Thread::sleep);
      }
      bystanders.check();
      LoadOutcome outcome = drive(load, ofLoad, quiet);
      bystanders.check();
      return outcome;
    }
  }

  /**
   * Drives a load beside another load, whose generator is its own and begins first. Returns when
   * both are over.
   *
   * @param background must still go on when the first one ends, which begins some seconds later
   * @param ofBackground its folder is for everything of that load
   */
  public LoadOutcome measure(
      LoadSpec load, RunContext ofLoad, LoadSpec background, RunContext ofBackground)
      throws IOException, LabException, InterruptedException {
    IdleGate.Quiet quiet = quiet();
    rig.awaitCeiling(server, load, ofLoad);
    try (RunningLoad other = rig.driveBeside(server, background, ready, ofBackground)) {
      Path started = ofBackground.folder().resolve(Generator.STARTED);
      while (!Files.exists(started) && other.goesOn(POLL)) {
        // The start of its JVM would else be in what is measured.
      }
      LoadOutcome outcome = drive(load, ofLoad, quiet);
      other.await();
      if (end(LoadOutcome.read(ofBackground.folder()), background) < end(outcome, load)) {
        throw new LabException(
            "the other load was over before the load that was measured, whose generator took too"
                + " long to start");
      }
      return outcome;
    }
  }

  /** Returns when the last request of a load could be due, in milliseconds since 1970. */
  private static long end(LoadOutcome outcome, LoadSpec load) {
    return outcome.load().startEpochMillis() + load.duration().toMillis();
  }

  /**
   * Drives a load once the connections of the one before are closed, without a look at the machine,
   * which that load has kept busy.
   */
  public LoadOutcome goOn(LoadSpec load, RunContext ofLoad)
      throws IOException, LabException, InterruptedException {
    awaitLeftovers();
    return drive(load, ofLoad, before);
  }

  /**
   * Returns what the server holds when so many connections are open, after a full collection.
   *
   * @param objects a file for its objects by class
   * @throws LabException if there are not so many connections
   */
  public Footprint footprint(int connections, Path objects)
      throws IOException, LabException, InterruptedException {
    return new FootprintProbe(ready).read(connections, objects, context.children());
  }

  private LoadOutcome drive(LoadSpec load, RunContext ofLoad, IdleGate.Quiet quiet)
      throws IOException, LabException, InterruptedException {
    if (!ready.isAlive()) {
      throw new LabException("the server has ended");
    }
    return rig.drive(server, load, ready, quiet, ofLoad, context.folder());
  }

  /** Waits for a quiet machine again, if loads have come between. */
  private IdleGate.Quiet quiet() throws LabException, InterruptedException {
    boolean first = isFresh;
    isFresh = false;
    if (first) {
      return before;
    }
    awaitLeftovers();
    return rig.stages().isolation().gate().atServer().pass();
  }

  private void awaitLeftovers() throws LabException, InterruptedException {
    if (ready.stats().isPresent()) {
      Leftovers.awaitNone(ready::openConnections, Thread::sleep);
    }
  }

  /** Checks that the server still runs: one that has died was not measured. */
  public void checkAlive() throws LabException {
    running.checkAlive();
  }

  @Override
  public void close() {
    running.close();
  }
}
