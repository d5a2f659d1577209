package tailgate.lab.choose;

import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.hyperfoil.UrlLoad;
import tailgate.lab.load.Disturbance;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Origin;
import tailgate.lab.load.RequestMix;
import tailgate.lab.load.Segment;
import tailgate.lab.load.ServerView;
import tailgate.lab.results.Archive.Failure;
import tailgate.lab.run.RunContext;

/**
 * Measures what a running server can do that is not the lab's: it is asked from this JVM, never at
 * more than a rate, and it is neither started nor stopped. {@link Trial} says what is done with it.
 *
 * @param threads that send them
 * @param most the highest rate that is sent, in requests per second
 * @param files that the user wants beside the report
 */
public record UrlExperiment(
    UrlPlan plan, Target target, RequestMix requests, int threads, double most, GateFiles files)
    implements Experiment<ChooseRun, ChooseResult> {

  public static final String NAME = "choose-url";

  /** A server that is busy with its backlog takes its time for a connection. */
  private static final Duration CONNECTING = Duration.ofSeconds(10);

  private static final Duration LOOK = Duration.ofMillis(200);

  /** Knows the way to a server. */
  @FunctionalInterface
  public interface Target {

    /**
     * Connects to the server.
     *
     * @throws LabException if there is no connection, in words for the user
     */
    Origin reach(Duration timeout) throws IOException, LabException;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<ChooseRun> runs() {
    return ChooseRun.all(plan.search().stages(), plan.search().blocks(), false);
  }

  @Override
  public Duration perRun() {
    return plan.search().perRun();
  }

  @Override
  public Class<ChooseResult> resultType() {
    return ChooseResult.class;
  }

  @Override
  public Measuring<ChooseRun, ChooseResult> open(RunContext context) {
    return Measuring.each(this::measure);
  }

  private ChooseResult measure(ChooseRun run, RunContext context)
      throws IOException, LabException, InterruptedException {
    Driver server = new AtUrl(this, context);
    StageTrials trials =
        new StageTrials(plan.search(), run, (folder, added) -> server, new Lead(), context::say);
    Arm arm = trials.all().getFirst();
    return new ChooseResult(run, List.of(asked(arm, run, server, context)));
  }

  /** Asks at the rate that the server has to hold, if the climbs do not say whether it does. */
  private Arm asked(Arm arm, ChooseRun run, Driver server, RunContext context)
      throws IOException, LabException, InterruptedException {
    Double least = plan.least();
    ChoosePlan search = plan.search();
    if (least == null
        || !new RateGate(least, Row.of(List.of(arm)), search.objective()).isUndecided()) {
      return arm;
    }
    context.say("at %s/s itself; ".formatted(Capacity.rate(least)));
    Loads loads = new Loads(search, search.keepAlive(), run.block());
    LoadSpec load = loads.steps(Collections.nCopies(RateGate.STEPS, least));
    Driven driven = server.drive("gate", load);
    server.checkAlive();
    return arm.and(new Steps(driven, search, 0).of(Segment.Kind.STEADY));
  }

  /** Drives loads at the server from this JVM. Confined to the thread of the run. */
  private static final class AtUrl implements Driver {

    private final UrlExperiment asked;
    private final RunContext context;

    /** The highest rate of all loads until now. Confined to the thread of the run. */
    private double highest;

    AtUrl(UrlExperiment asked, RunContext context) {
      this.asked = asked;
      this.context = context;
    }

    @Override
    public OptionalDouble most() {
      return OptionalDouble.of(asked.most);
    }

    @Override
    public Driven drive(String name, LoadSpec load)
        throws IOException, LabException, InterruptedException {
      LoadSpec sent = load.by(asked.threads).sending(asked.requests);
      UrlLoad running = new UrlLoad(sent, reach());
      highest = Math.max(highest, sent.mostPerSecond());
      do {
        if (context.isOver()) {
          running.stop();
          throw new LabException("stopped");
        }
      } while (!running.await(LOOK));
      return new Driven(
          running.figures().result(), running.bySegment(), ServerView.NOTHING, Disturbance.UNKNOWN);
    }

    @Override
    public void checkAlive() throws LabException {
      reach();
    }

    private Origin reach() throws LabException {
      try {
        return asked.target.reach(CONNECTING);
      } catch (IOException | LabException e) {
        throw new LabException(
            "the server has ended, or is stuck, after up to %s requests/s: %s"
                .formatted(Capacity.rate(highest), e.getMessage()),
            e);
      }
    }
  }

  @Override
  public String inOneLine(ChooseResult result) {
    return "done";
  }

  @Override
  public CapacityReport report(List<ChooseResult> results) {
    return new CapacityReport(plan, results);
  }

  @Override
  public int exitCode(List<ChooseResult> results) {
    return report(results).verdict().orElse(GateFiles.Verdict.NOT_HELD).exitCode();
  }

  @Override
  public void publish(List<ChooseResult> results, List<Failure> failures) throws IOException {
    files.write(report(results).answer(failures));
  }
}
