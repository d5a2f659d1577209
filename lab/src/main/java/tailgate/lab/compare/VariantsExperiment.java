package tailgate.lab.compare;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tailgate.lab.LabException;
import tailgate.lab.claim.DecidedClaims;
import tailgate.lab.compare.PhaseResults.BackEndView;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.jmeter.InjectorAddress;
import tailgate.lab.jmeter.Injectors;
import tailgate.lab.load.Figures;
import tailgate.lab.project.Project;
import tailgate.lab.results.Archive.Failure;
import tailgate.lab.run.CandidateCheck;
import tailgate.lab.run.LoadRig;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.ServerSession;
import tailgate.lab.run.Testbed;

/**
 * Runs the experiment of a file.
 *
 * @param injectors where JMeter's users live, if the load is that of JMeter
 * @param jdbc the address of a database that is there; empty if one is started where it is needed
 * @param gate what judges all runs together, for a build
 */
public record VariantsExperiment(
    VariantServers servers, Injectors injectors, Optional<String> jdbc, Gate gate)
    implements Experiment<VariantRun, VariantResult> {

  /** An experiment whose report is all that is wanted. */
  public VariantsExperiment(VariantServers servers, Injectors injectors, Optional<String> jdbc) {
    this(servers, injectors, jdbc, new Gate() {});
  }

  /** Judges all runs together, and takes its answer where a user wants it beside the report. */
  public interface Gate {

    /**
     * Writes the answer.
     *
     * @param failures the runs that have no result
     */
    default void publish(VariantsReport report, List<Failure> failures) throws IOException {}

    /** Returns the exit code if every run was made. */
    default int exitCode(VariantsReport report) {
      return 0;
    }
  }

  /** Roughly the time of a run beyond its load: two JVMs start, and the last answers arrive. */
  private static final Duration OVERHEAD = Duration.ofSeconds(6);

  /** Roughly the time of a server beyond its runs, if it is warmed. */
  private static final Duration PER_SERVER = Duration.ofSeconds(30);

  /** The name of an access log in the folder of a server. */
  private static final String ACCESS_LOG = "access.log";

  /**
   * Returns what candidates are asked for, too: the requests of the stages that they are compared
   * with. Empty if the experiment takes no candidates, or only parts are measured, which repeat an
   * origin.
   */
  public static Optional<CandidateCheck.Asked> asked(VariantsPlan plan) {
    List<Variant> compared =
        plan.variants().stream()
            .filter(variant -> !variant.setting().containsKey("part"))
            .filter(variant -> Project.STAGES.contains(variant.stage()))
            .toList();
    if (compared.isEmpty() || !plan.experiment().candidates()) {
      return Optional.empty();
    }
    String stage =
        CandidateCheck.Asked.bestOf(compared.stream().map(Variant::stage).distinct().toList());
    Variant like =
        compared.stream().filter(variant -> variant.stage().equals(stage)).findFirst().get();
    return Optional.of(
        new CandidateCheck.Asked(
            stage,
            like.arguments(),
            like.path(),
            like.file(),
            compared.stream()
                .map(variant -> !plan.traffic().areNew(variant))
                .collect(Collectors.toSet()),
            compared.stream().mapToInt(plan.traffic()::usersOf).max().orElseThrow()));
  }

  @Override
  public VariantsPlan plan() {
    return servers.plan();
  }

  @Override
  public String name() {
    return plan().name();
  }

  @Override
  public Object settings() {
    return Map.of(
        "servers",
        servers.testbed().stages().settings(),
        "injectors",
        injectors.addresses().stream().map(InjectorAddress::toString).toList(),
        "jdbc",
        jdbc.orElse(""));
  }

  @Override
  public List<VariantRun> runs() {
    return plan().runs();
  }

  @Override
  public int fewest() {
    return (int) runs().stream().filter(run -> run.block() <= plan().blocks().fewest()).count();
  }

  @Override
  public boolean isEnough(List<VariantResult> made, VariantRun next, PrintWriter progress) {
    boolean isLook =
        plan().blocks().looks().stream().anyMatch(look -> look.blocks() + 1 == next.block())
            && made.stream().allMatch(result -> result.run().block() < next.block());
    Optional<DecidedClaims> decided =
        isLook ? new VariantsReport(plan(), made).decided() : Optional.empty();
    decided.ifPresent(progress::println);
    return decided.filter(claims -> claims.open() == 0).isPresent();
  }

  @Override
  public Duration perRun() {
    List<VariantRun> runs = runs();
    long warmed = plan().settles() ? runs.stream().map(VariantRun::server).distinct().count() : 0;
    Traffic traffic = plan().traffic();
    Phases phases = traffic.phases();
    boolean startsBackEnd = phases != null && phases.ofBackEnd() != null;
    boolean isSlow = plan().readsFootprints() || traffic.isOfJMeter() || startsBackEnd;
    return traffic
        .perRun()
        .plus(OVERHEAD.multipliedBy(isSlow ? 2 : 1))
        .plus(PER_SERVER.multipliedBy(warmed).dividedBy(Math.max(1, runs.size())));
  }

  @Override
  public Class<VariantResult> resultType() {
    return VariantResult.class;
  }

  /**
   * Loads that are counted, have phases or several numbers of users, or ask a cold server, have one
   * generator: a new one is late while it is compiled, for longer than such a load, a phase or its
   * warm-up takes. The other servers have one each.
   */
  @Override
  public Measuring<VariantRun, VariantResult> open(RunContext context)
      throws IOException, LabException, InterruptedException {
    if (plan().traffic().isOfJMeter()) {
      return Measuring.each(new JMeterProcedure(servers, injectors));
    }
    boolean isCold = plan().readsSeconds();
    if (plan().traffic().isSteady() && !plan().variesUsers() && !isCold) {
      return (runs, journal, ofServer) -> {
        try (LoadRig rig = start(servers.testbed(), ofServer)) {
          make(rig, runs, journal, ofServer);
        }
      };
    }
    Testbed all = servers.testbed();
    boolean isCertain = isCold || (plan().settles() && plan().blocks().count() > 1);
    LoadRig rig = start(isCertain ? all.certainOfCeiling() : all, context);
    return Measuring.with(rig, (runs, journal, ofServer) -> make(rig, runs, journal, ofServer));
  }

  private LoadRig start(Testbed testbed, RunContext context)
      throws IOException, LabException, InterruptedException {
    return testbed.start(plan().mostUsers(), plan().mostPerSecond(), context);
  }

  /**
   * Makes the runs of a server: it is started, is ready, has settled, is measured in each run, and
   * is stopped. A variant that asks a back end has a server for each run.
   */
  private void make(
      LoadRig generator,
      List<VariantRun> runs,
      Journal<VariantRun, VariantResult> journal,
      RunContext context)
      throws IOException, LabException, InterruptedException {
    VariantRun first = runs.get(0);
    Variant variant = plan().variant(first.variant());
    LoadRig rig = generator.at(servers.testbed(variant).stages());
    context.say(first.server() + ": ");
    if (variant.backEnd() != null) {
      Measuring.each(new BackEndProcedure(servers, rig, jdbc)).make(runs, journal, context);
      return;
    }
    servers.changeLine(variant.line() == null ? null : VariantServers.FIRST_LINE);
    if (plan().asksColdServers()) {
      Measuring.each((VariantRun run, RunContext ofRun) -> cold(rig, variant, run, ofRun))
          .make(runs, journal, context);
      return;
    }
    try (ServerSession session = servers.open(rig, variant, "", context)) {
      if (first.block() == 1) {
        HeaderEffect.objection(session.uri(variant.path()), variant.ownRequests().headers())
            .ifPresent(context::say);
      }
      context.progress().println("ready");
      for (VariantRun run : runs) {
        journal.make(run, (made, ofRun) -> measure(made, session, ofRun));
      }
      session.checkAlive();
    }
    Files.deleteIfExists(context.folder().resolve(ACCESS_LOG)); // gigabytes in all servers
  }

  /**
   * Makes a run, perhaps not for the first time, at a server that nobody but its load has asked.
   */
  private VariantResult cold(LoadRig rig, Variant variant, VariantRun run, RunContext context)
      throws IOException, LabException, InterruptedException {
    if (plan().readsSeconds()) { // no server shall be there while the generator is compiled
      rig.awaitCeiling(servers.spec(variant, "", context), plan().loadOf(run), context);
    }
    try (ServerSession session = servers.open(rig, variant, "", context)) {
      VariantResult result = measure(run, session, context);
      session.checkAlive();
      return result;
    }
  }

  private VariantResult measure(VariantRun run, ServerSession session, RunContext context)
      throws IOException, LabException, InterruptedException {
    servers.changeLine(plan().variant(run.variant()).line());
    return procedure(session).measure(run, context);
  }

  /**
   * Chooses by what the file says how a variant is measured at its server. JMeter's users and back
   * ends, which need a server for each run, were chosen before.
   */
  private Procedure<VariantRun, VariantResult> procedure(ServerSession session) {
    Phases phases = plan().traffic().phases();
    if (phases != null) {
      return new PhasedProcedure(plan(), phases, session);
    }
    return plan().readsFootprints()
        ? new FootprintProcedure(plan(), session)
        : new LoadProcedure(plan(), session);
  }

  /**
   * A pool that sizes itself would begin with what it has learned; and of a single block there is
   * no verdict anyway. What a server has not answered would be in the way of another load: a single
   * thread does it first, for a minute. JMeter's users are late as often as not, and say so.
   */
  @Override
  public Optional<String> spoiled(VariantResult result) {
    boolean isOver = result.measured().figures().missing() == 0 || plan().asksColdServers();
    boolean once = plan().experiment().once() || plan().traffic().isOfJMeter();
    boolean repeats = !once && isOver && plan().blocks().count() > 1;
    return repeats ? result.measured().lateness() : Optional.empty();
  }

  @Override
  public String inOneLine(VariantResult result) {
    Figures figures = result.measured().figures();
    if (result.isCutShort()) {
      return format("cut short after %,d requests", result.measured().requests());
    }
    String objection =
        result
            .phased(plan())
            .flatMap(any -> result.objection(plan()))
            .map("; DOES NOT COUNT, "::concat)
            .orElse("");
    return format(
        "%,.1f requests/s, p50 %s ms, p99 %s ms, %,d failed, %,d unanswered%s%s%s",
        result.measured().perSecond(),
        figures.millis(50),
        figures.millis(99),
        figures.failed(),
        figures.missing(),
        result.rare() == null ? "" : format("; %,.1f answers/s beside", result.rare().perSecond()),
        result.backEnd() == null ? "" : "; " + inOneLine(result.backEnd()),
        objection);
  }

  private static String inOneLine(BackEndView backEnd) {
    return format(
        "the back end can do %,.0f/s: %,d calls, %,d for nobody",
        backEnd.ceiling(), backEnd.calls(), backEnd.unused());
  }

  @Override
  public VariantsReport report(List<VariantResult> results) {
    return new VariantsReport(plan(), results);
  }

  @Override
  public void publish(List<VariantResult> results, List<Failure> failures) throws IOException {
    gate.publish(report(results), failures);
  }

  @Override
  public int exitCode(List<VariantResult> results) {
    return gate.exitCode(report(results));
  }
}
