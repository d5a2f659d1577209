package tailgate.lab.variants;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.jmeter.ArrivingUsers;
import tailgate.lab.jmeter.InjectorAddress;
import tailgate.lab.jmeter.Injectors;
import tailgate.lab.jmeter.RampUpLoad;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Footprint;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadResult.SegmentResult;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Measurement;
import tailgate.lab.machine.LaidLine;
import tailgate.lab.machine.NetworkLine;
import tailgate.lab.plan.ExperimentFile.Objection;
import tailgate.lab.plan.Variation.BackEndPlan;
import tailgate.lab.project.Project;
import tailgate.lab.run.AotCache;
import tailgate.lab.run.AskedBackEnd;
import tailgate.lab.run.BackEndProcess;
import tailgate.lab.run.BackEnds;
import tailgate.lab.run.CandidateCheck;
import tailgate.lab.run.LoadOutcome;
import tailgate.lab.run.LoadRig;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.ServerSession;
import tailgate.lab.run.ServerSpec;
import tailgate.lab.run.ServerWarmUp;
import tailgate.lab.run.SmallSite;
import tailgate.lab.run.StageRun;
import tailgate.lab.run.Testbed;
import tailgate.lab.stats.SteadyState;
import tailgate.lab.stats.TailInterval;
import tailgate.lab.summary.Report;
import tailgate.lab.variants.PhaseResults.BackEndView;
import tailgate.lab.variants.PhaseResults.ServerCapacity;

/**
 * Runs an experiment with variants.
 *
 * @param handlers the jar of its handler
 * @param javas the java binaries by their names
 * @param caches a new folder for caches of JVMs: one of another jar or Java would keep a server
 *     from starting
 * @param injectors where JMeter's users live, if the load is that of JMeter
 * @param jdbc the address of a database that is there; empty if one is started where it is needed
 */
public record VariantsExperiment(
    Testbed testbed,
    VariantsPlan plan,
    Path handlers,
    Map<String, String> javas,
    Path caches,
    Injectors injectors,
    Optional<String> jdbc)
    implements Experiment<VariantRun, VariantResult> {

  /** Roughly the time of a run beyond its load: two JVMs start, and the last answers arrive. */
  private static final Duration OVERHEAD = Duration.ofSeconds(6);

  /** Roughly the time of a server beyond its runs, if it is warmed. */
  private static final Duration PER_SERVER = Duration.ofSeconds(30);

  /** Of a line that variants change: packets are as small as on any of the others. */
  public static final NetworkLine FIRST_LINE = NetworkLine.parse("0ms,loss=0");

  /** A warm-up before phases has so many users if no capacity is measured. */
  private static final int FEW_USERS = 16;

  /** Connections before those that are counted. */
  private static final int FIRST = 8;

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
    Variant like = compared.stream().filter(one -> one.stage().equals(stage)).findFirst().get();
    return Optional.of(
        new CandidateCheck.Asked(
            stage,
            like.arguments(),
            like.path(),
            like.file(),
            compared.stream().map(one -> !plan.traffic().areNew(one)).collect(Collectors.toSet()),
            compared.stream().mapToInt(plan.traffic()::usersOf).max().orElseThrow()));
  }

  @Override
  public String name() {
    return plan.name();
  }

  @Override
  public Object settings() {
    return Map.of(
        "servers",
        testbed.stages().settings(),
        "injectors",
        injectors.addresses().stream().map(InjectorAddress::toString).toList(),
        "jdbc",
        jdbc.orElse(""));
  }

  @Override
  public List<VariantRun> runs() {
    return plan.runs();
  }

  @Override
  public Duration perRun() {
    List<VariantRun> runs = runs();
    long servers = plan.settles() ? runs.stream().map(VariantRun::server).distinct().count() : 0;
    return plan.traffic()
        .perRun()
        .plus(isSlowToStart() ? OVERHEAD.multipliedBy(2) : OVERHEAD)
        .plus(PER_SERVER.multipliedBy(servers).dividedBy(Math.max(1, runs.size())));
  }

  private boolean isSlowToStart() {
    Phases phases = plan.traffic().phases();
    boolean startsBackEnd = phases != null && phases.ofBackEnd() != null;
    return plan.readsFootprints() || plan.traffic().isOfJMeter() || startsBackEnd;
  }

  @Override
  public Class<VariantResult> resultType() {
    return VariantResult.class;
  }

  /**
   * Loads that are counted, have phases or several numbers of users have one generator: a new one
   * is late while it is compiled, for longer than such a load, a phase or its warm-up takes. The
   * other servers have one each, on the processors that their Java leaves.
   */
  @Override
  public Measuring<VariantRun, VariantResult> open(RunContext context)
      throws IOException, LabException, InterruptedException {
    if (plan.traffic().isOfJMeter()) {
      return Measuring.each(this::byJMeter);
    }
    boolean isOne = !plan.traffic().isSteady() || plan.variesUsers();
    if (!isOne || plan.javas().size() > 1) {
      return this::make;
    }
    Testbed onIt = onJavaOf(plan.variants().get(0));
    boolean isForVerdicts = plan.settles() && plan.blocks().count() > 1;
    Testbed certain = isForVerdicts ? onIt.certainOfCeiling() : onIt;
    LoadRig rig = certain.start(plan.mostUsers(), mostPerSecond(), context);
    return Measuring.with(rig, (runs, journal, ofServer) -> make(rig, runs, journal, ofServer));
  }

  private VariantResult byJMeter(VariantRun run, RunContext context)
      throws IOException, LabException, InterruptedException {
    Variant variant = plan.variant(run.variant());
    Traffic traffic = plan.traffic();
    StageRun stages = onJavaOf(variant).stages();
    RampUpLoad load =
        new RampUpLoad(traffic.users(), traffic.time(), variant.path(), variant.isCold());
    ArrivingUsers.Outcome came =
        ArrivingUsers.with(stages, traffic.timeout(), injectors)
            .measure(run.title(), server(variant, context, ""), load, context);
    return VariantResult.ofJMeter(
        run, came.measured(), new VariantResult.JMeterUsers(came.peakUsers(), came.isWhole()));
  }

  private void make(
      List<VariantRun> runs, Journal<VariantRun, VariantResult> journal, RunContext context)
      throws IOException, LabException, InterruptedException {
    Testbed onIt = onJavaOf(plan.variant(runs.get(0).variant()));
    try (LoadRig rig = onIt.start(plan.mostUsers(), mostPerSecond(), context)) {
      make(rig, runs, journal, context);
    }
  }

  private void make(
      LoadRig rig,
      List<VariantRun> runs,
      Journal<VariantRun, VariantResult> journal,
      RunContext context)
      throws IOException, LabException, InterruptedException {
    VariantRun first = runs.get(0);
    Variant variant = plan.variant(first.variant());
    context.say(first.server() + ": ");
    if (variant.backEnd() != null) {
      for (VariantRun run : runs) {
        journal.make(run, ofRun -> askingBackEnd(run, rig, ofRun));
      }
      return;
    }
    if (variant.line() != null) {
      line().change(FIRST_LINE);
    }
    try (ServerSession session =
        ServerSession.open(rig, server(variant, context, ""), variant.warmUp(), context)) {
      boolean isCold = plan.readsSeconds() || plan.readsFootprints();
      if (first.block() == 1 && !isCold) { // of a cold server the load asks first
        HeaderEffect.objection(session.uri(variant.path()), variant.ownRequests().headers())
            .ifPresent(context::say);
      }
      if (plan.settles()) {
        session.settle(warmUp(variant));
      }
      context.progress().println("ready");
      for (VariantRun run : runs) {
        journal.make(run, ofRun -> measure(run, ofRun, session));
      }
      session.checkAlive();
    }
    Files.deleteIfExists(context.folder().resolve(ACCESS_LOG)); // gigabytes in all servers
  }

  /**
   * Starts a back end, asks it directly, and then measures a server whose handler asks it. Each
   * attempt has a back end of its own: what an overload has left in it is not in the next one.
   */
  private VariantResult askingBackEnd(VariantRun run, LoadRig rig, RunContext context)
      throws IOException, LabException, InterruptedException {
    Variant variant = plan.variant(run.variant());
    BackEndPlan asked = Objects.requireNonNull(variant.backEnd(), "checked");
    Phases phases = Objects.requireNonNull(plan.traffic().phases(), "checked");
    LoadSpec alone =
        phased(phases, variant).capacity(Objects.requireNonNull(phases.ofBackEnd(), "checked"));
    BackEnds backEnds = new BackEnds(onJavaOf(variant).stages(), jdbc);
    BackEndProcess process =
        asked.kind() == BackEndPlan.Kind.HTTP
            ? backEnds.http(asked.slots(), asked.service())
            : backEnds.postgres(asked.slots(), asked.service());
    try (AskedBackEnd backEnd = AskedBackEnd.start(process, rig, alone, context)) {
      VariantResult result;
      try (ServerSession session =
          ServerSession.open(
              rig, server(variant, context, backEnd.url()), variant.warmUp(), context)) {
        if (plan.settles()) {
          session.settle(warmUp(variant));
        }
        result = measure(run, context, session);
        session.checkAlive();
      }
      AskedBackEnd.Seen seen = backEnd.seen();
      long answered =
          LoadOutcome.read(context.folder()).load().segments().stream()
              .mapToLong(part -> part.figures().count())
              .sum();
      return result.with(
          new BackEndView(
              asked.perSecond(),
              seen.ceiling(),
              seen.connections(),
              seen.waiting(),
              seen.calls(),
              Math.max(0, seen.calls() - answered)));
    }
  }

  /**
   * Describes the server of a variant.
   *
   * @param backEnd the address of its back end; empty if it has none
   */
  private ServerSpec server(Variant variant, RunContext context, String backEnd)
      throws IOException, LabException, InterruptedException {
    List<String> arguments = new ArrayList<>();
    for (String argument : variant.arguments()) {
      arguments.add(
          argument
              .replace(Variant.HANDLERS, handlers.toString())
              .replace(Variant.FOLDER, context.folder().toString())
              .replace(
                  Variant.BACK_END_HANDLERS,
                  testbed.stages().project().downstreamJar().toString()));
    }
    // Requests that still wait for an answer at the end are not counted.
    arguments.addAll(List.of("--drain-timeout", "1s"));
    List<String> jvm =
        new ArrayList<>(
            variant.jvm().stream()
                .map(option -> option.replace(Variant.BACK_END, backEnd))
                .toList());
    if (jvm.remove(Variant.AOT_CACHE)) {
      jvm.addAll(AotCache.use(cache(variant, List.copyOf(jvm), context)));
    }
    Optional<Path> site =
        variant.file() == null
            ? Optional.empty()
            : Optional.of(SmallSite.in(context.folder(), variant.path(), variant.file()));
    return new ServerSpec(variant.stage(), arguments, site, jvm);
  }

  /** Returns the AOT cache of a stage; the first use makes it, with the same options of the JVM. */
  private Path cache(Variant variant, List<String> jvm, RunContext context)
      throws IOException, LabException, InterruptedException {
    String name = format("%s-%s-%x.aot", variant.stage(), variant.java(), jvm.hashCode());
    Path cache = Files.createDirectories(caches).resolve(name);
    if (!Files.exists(cache)) {
      context.say("(training) ");
      StageRun stages = onJavaOf(variant).stages();
      new AotCache(stages).make(variant.stage(), jvm, cache, context.in("training"));
    }
    return cache;
  }

  private Testbed onJavaOf(Variant variant) {
    return testbed.on(Objects.requireNonNull(javas.get(variant.java()), "no such Java"));
  }

  private double mostPerSecond() {
    Phases phases = plan.traffic().phases();
    return phases == null
        ? plan.traffic().mostPerSecond(plan.mostUsers())
        : plan.variants().stream()
            .mapToDouble(variant -> phased(phases, variant).mostPerSecond())
            .max()
            .orElseThrow();
  }

  private PhasedLoad phased(Phases phases, Variant variant) {
    return new PhasedLoad(plan.traffic(), phases, variant);
  }

  /** Returns the line of an experiment that changes its line. */
  private LaidLine line() {
    return testbed.stages().isolation().line().orElseThrow();
  }

  /**
   * Warms a server with all kinds of connections that follow, and last with that of its first load.
   */
  private ServerWarmUp warmUp(Variant first) {
    Traffic traffic = plan.traffic();
    if (traffic.phases() != null) {
      int users = first.ownDemand().capacityUsers();
      return ServerWarmUp.closed(
          first.warmUp(),
          List.of(traffic.keeps(first)),
          users == 0 ? FEW_USERS : users,
          PhasedLoad.CLOSED_TIMEOUT);
    }
    List<Variant> all = plan.at(first.server());
    return ServerWarmUp.closed(
        first.warmUp(),
        traffic.kept(first, all),
        traffic.warmUpUsers(first, all),
        traffic.timeout());
  }

  private VariantResult measure(VariantRun run, RunContext context, ServerSession session)
      throws IOException, LabException, InterruptedException {
    Variant variant = plan.variant(run.variant());
    Traffic traffic = plan.traffic();
    if (variant.line() != null) {
      line().change(NetworkLine.parse(variant.line()));
    }
    long seed = plan.blocks().seed() + run.block() - 1;
    if (traffic.phases() != null) {
      return phased(run, phased(traffic.phases(), variant), seed, context, session);
    }
    LoadSpec load = traffic.measured(variant, seed);
    if (plan.readsFootprints()) {
      return withFootprints(run, load, context, session);
    }
    if (variant.background() > 0) {
      var background = new BackgroundLoad(variant.background(), variant.path());
      LoadOutcome outcome = session.measure(load, context, background::connect);
      return result(run, outcome, session, background.answers(), null);
    }
    if (variant.rare() == null) {
      return result(run, beside(variant, load, context, session), session, null, null);
    }
    RunContext ofRare = context.in("rare");
    LoadSpec other = traffic.rare(variant, variant.rare(), seed);
    LoadOutcome outcome = session.measure(load, context, other, ofRare);
    return result(run, outcome, session, rare(LoadOutcome.read(ofRare.folder()), other), null);
  }

  /** Finds the capacity of the server if rates are multiples of it, and drives all phases. */
  private VariantResult phased(
      VariantRun run, PhasedLoad loads, long seed, RunContext context, ServerSession session)
      throws IOException, LabException, InterruptedException {
    Duration length = loads.phases().capacity();
    if (length == null) {
      LoadSpec load = loads.open(loads.nominal(), seed);
      return phased(run, loads, null, load, session.measure(load, context), session);
    }
    ServerCapacity capacity =
        capacity(session.measure(loads.capacity(length), context.in("capacity")));
    context.say(format("can do %,.0f/s; ", capacity.perSecond()));
    LoadSpec load = loads.open(capacity.perSecond(), seed);
    return phased(run, loads, capacity, load, session.goOn(load, context.in("open")), session);
  }

  private static ServerCapacity capacity(LoadOutcome outcome) throws LabException {
    SegmentResult steady = outcome.load().segments().getLast();
    double perSecond = steady.answeredInTime() * 1e3 / steady.segment().millis();
    if (perSecond == 0) {
      throw new LabException("the server answered nobody while its capacity was measured");
    }
    return new ServerCapacity(
        perSecond, steady.figures(), outcome.load().health().ceilingPerSecond());
  }

  private VariantResult phased(
      VariantRun run,
      PhasedLoad loads,
      @Nullable ServerCapacity capacity,
      LoadSpec load,
      LoadOutcome outcome,
      ServerSession session) {
    PhaseReader reader =
        new PhaseReader(
            loads.phases(),
            load,
            outcome.load(),
            outcome.latencies(),
            outcome.waited(),
            outcome.server());
    boolean asksWorkers = loads.variant().ownDemand().smallestPool() != null;
    return new VariantResult(
        run,
        reader.measurement(
            run.title(), loads.variant().stage(), plan.leavesOut(Objection.LATE_PHASE)),
        session.settled().orElse(null),
        null,
        null,
        null,
        null,
        null,
        new PhaseResults(reader.results(), capacity, asksWorkers ? reader.workersBefore() : null),
        null);
  }

  /**
   * The connections are made anew after the load: a cold and a warm server accept the same. Before
   * all others there were a few, with which the server has loaded its classes.
   */
  private VariantResult withFootprints(
      VariantRun run, LoadSpec load, RunContext context, ServerSession session)
      throws IOException, LabException, InterruptedException {
    Path raw = context.folder();
    Variant variant = plan.variant(run.variant());
    try (OtherClients few = OtherClients.silent(session.port(), FIRST, variant.path())) {
      session.footprint(FIRST, raw.resolve("objects-first.txt"));
      few.check();
    }
    Footprint cold = session.footprint(0, raw.resolve("objects-cold.txt"));
    Footprint coldHeld;
    LoadOutcome outcome;
    try (OtherClients clients = silent(variant, session.port())) {
      coldHeld = session.footprint(variant.idle(), raw.resolve("objects-cold-held.txt"));
      outcome = session.measure(load, context);
      clients.check();
    }
    Footprint warm = session.footprint(0, raw.resolve("objects-warm.txt"));
    try (OtherClients clients = silent(variant, session.port())) {
      Footprint held = session.footprint(variant.idle(), raw.resolve("objects-warm-held.txt"));
      clients.check();
      return result(run, outcome, session, null, new Footprints(cold, coldHeld, warm, held));
    }
  }

  /** While the variant's other clients are there, if it has some. */
  private static LoadOutcome beside(
      Variant variant, LoadSpec load, RunContext context, ServerSession session)
      throws IOException, LabException, InterruptedException {
    if (variant.slowReaders() == 0 && variant.idle() == 0) {
      return session.measure(load, context);
    }
    return session.measure(load, context, port -> otherClients(variant, port));
  }

  /** A request would change what its connection holds while that is read. */
  private static OtherClients silent(Variant variant, int port) throws IOException {
    return OtherClients.silent(port, variant.idle(), variant.path());
  }

  private static OtherClients otherClients(Variant variant, int port) throws IOException {
    return variant.idle() == 0
        ? OtherClients.slow(port, variant.slowReaders())
        : OtherClients.idle(port, variant.idle(), variant.path());
  }

  private static VariantResult.Rare rare(LoadOutcome outcome, LoadSpec load) {
    Figures figures = outcome.figures(segment -> segment.kind().counts());
    return new VariantResult.Rare(
        figures.count() * 1e9 / load.segments().getLast().nanos(),
        figures.p50(),
        figures.failed() + figures.missing());
  }

  private VariantResult result(
      VariantRun run,
      LoadOutcome outcome,
      ServerSession session,
      VariantResult.@Nullable Rare rare,
      @Nullable Footprints footprints) {
    List<SegmentResult> tests = plan.traffic().counted() == null ? List.of() : tests(outcome);
    Measurement measured = tests.isEmpty() ? measured(run, outcome) : counted(run, outcome, tests);
    ColdSeconds seconds = plan.readsSeconds() ? seconds(outcome) : null;
    return new VariantResult(
        run,
        measured,
        seconds == null ? session.settled().orElse(null) : settled(seconds),
        TailInterval.ofP99(outcome.seconds(), 1)
            .filter(interval -> measured.figures().isExact(99))
            .orElse(null),
        rare,
        footprints,
        seconds,
        tests.isEmpty() ? null : tests.stream().map(VariantsExperiment::perSecond).toList(),
        null,
        null);
  }

  private Measurement measured(VariantRun run, LoadOutcome outcome) {
    long warmUp = plan.traffic().warmUp().toMillis();
    return outcome.measurement(
        run.title(),
        plan.variant(run.variant()).stage(),
        warmUp,
        plan.traffic().time().toNanos(),
        warmUp);
  }

  private Measurement counted(VariantRun run, LoadOutcome outcome, List<SegmentResult> tests) {
    long from = tests.getFirst().fromNanos();
    long nanos = Math.max(1, tests.getLast().toNanos() - from);
    return outcome.measurement(
        run.title(),
        plan.variant(run.variant()).stage(),
        TimeUnit.NANOSECONDS.toMillis(from),
        nanos,
        // A window is too wide for a test of a second: one would include some of the warm-up.
        Long.MAX_VALUE);
  }

  private static List<SegmentResult> tests(LoadOutcome outcome) {
    return outcome.load().segments().stream()
        .filter(result -> result.segment().kind().counts())
        .toList();
  }

  private static double perSecond(SegmentResult test) {
    return test.answeredInTime() * 1e9 / Math.max(1, test.toNanos() - test.fromNanos());
  }

  private static ColdSeconds seconds(LoadOutcome outcome) {
    List<Long> answered =
        outcome.load().seconds().stream().map(LoadResult.Second::answered).toList();
    List<Long> p99 =
        outcome.seconds().stream()
            .map(all -> all.getTotalCount() == 0 ? 0 : all.getValueAtPercentile(99))
            .toList();
    List<Double> cpu = new ArrayList<>();
    for (int i = 0; i < answered.size(); i++) {
      long begun = outcome.load().startEpochMillis() + i * 1_000L;
      double used = outcome.server().kernel().cpuSeconds(begun, begun + 1_000).orElse(Double.NaN);
      cpu.add(used * 1e6 / Math.max(1, answered.get(i)));
    }
    return new ColdSeconds(answered, p99, cpu);
  }

  /** Says when a server has settled that began cold, by the rule of all experiments. */
  private static SteadyState settled(ColdSeconds seconds) {
    List<SteadyState.Window> windows = new ArrayList<>();
    for (int i = 0; i < seconds.answered().size(); i++) {
      long answers = seconds.answered().get(i);
      double cpuSeconds = seconds.cpuMicros().get(i) * Math.max(1, answers) / 1e6;
      windows.add(SteadyState.Window.of(1, answers, cpuSeconds));
    }
    return SteadyState.of(windows);
  }

  /**
   * What a cold server holds can be read once only, and a pool that sizes itself would begin with
   * what it has learned; and of a single block there is no verdict anyway. What a server has not
   * answered would be in the way of another load: a single thread does it first, for a minute.
   * JMeter's users are late as often as not, and say so.
   */
  @Override
  public Optional<String> spoiled(VariantResult result) {
    boolean fresh = plan.readsFootprints() || plan.readsSeconds() || plan.experiment().once();
    boolean isOver = result.measured().figures().missing() == 0;
    boolean isOfJMeter = plan.traffic().isOfJMeter();
    boolean repeats = !fresh && isOver && !isOfJMeter && plan.blocks().count() > 1;
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
            .phased(plan)
            .flatMap(any -> result.objection(plan))
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
  public Report report(List<VariantResult> results) {
    return new VariantsReport(plan, results);
  }
}
