package tailgate.lab.cli;

import static tailgate.lab.load.Text.format;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tailgate.lab.LabException;
import tailgate.lab.downstream.BackEnd;
import tailgate.lab.downstream.DownstreamArm;
import tailgate.lab.downstream.DownstreamExperiment;
import tailgate.lab.downstream.DownstreamPlan;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.machine.Descriptors;
import tailgate.lab.run.BackEnds;
import tailgate.lab.run.Testbed;

/** Runs the {@link DownstreamExperiment} from the command line. */
@Command(
    name = "downstream",
    description = {
      "A back end with 16 slots, and three times as many requests: who still uses it?",
      "Handlers ask another HTTP server or PostgreSQL, from virtual threads with and without a"
          + " bound, pools of several sizes and the event loop. Clients give up after a second."
          + " About two hours; with --quick two minutes.",
      "PostgreSQL comes from Maven Central and runs on this machine, as nobody if you are root."
    })
final class CompareDownstream extends ExperimentCommand {

  private static final int BLOCKS = 10;

  private static final Pattern TIME = Pattern.compile("(\\d{1,6})(ms|s)");

  /** More would be another experiment; and the generator needs a connection for each client. */
  private static final int MOST_SLOTS = 1_000;

  private static final int MOST_CONNECTIONS = 10_000;

  private static final String POSTGRES_URL = "jdbc:postgresql:";

  @Option(
      names = "--back-ends",
      split = ",",
      paramLabel = "NAME",
      description =
          "back ends: http (another server), postgres (default: both, or http alone if there is"
              + " no PostgreSQL)")
  @Nullable List<String> backEnds;

  @Option(
      names = "--arms",
      split = ",",
      paramLabel = "NAME",
      description = "only these arms; a wrong name lists them all (default: all; --quick: three)")
  @Nullable List<String> arms;

  @Option(
      names = "--slots",
      paramLabel = "N",
      description = "calls that the back end does at the same time (default: ${DEFAULT-VALUE})")
  int slots = DownstreamPlan.SLOTS;

  @Option(
      names = "--service-time",
      paramLabel = "TIME",
      description = "how long each call takes in the back end, such as 20ms (default: 40ms)")
  String service = DownstreamPlan.SERVICE.toMillis() + "ms";

  @Option(
      names = "--give-up",
      paramLabel = "TIME",
      description = "the time after which a client leaves, such as 500ms (default: 1s)")
  String giveUp = DownstreamPlan.GIVE_UP.toMillis() + "ms";

  @Option(
      names = "--jdbc",
      paramLabel = "URL",
      description =
          "a PostgreSQL that already runs, such as \"jdbc:postgresql://host/db?user=u\" with the"
              + " password in ~/.pgpass; it should let the user have one connection for each"
              + " slot, and this program as many again")
  @Nullable String jdbc;

  @Override
  LabOptions.Order order() throws LabException {
    check();
    lab().project().checkDownstream();
    DownstreamPlan plan = plan(chosen());
    List<DownstreamArm> all = all();
    Descriptors.check(plan.users());
    List<String> stages =
        Stream.concat(
                Stream.of("threadpool"), // the back end
                all.stream()
                    .filter(arm -> plan.arms().contains(arm.name()))
                    .map(DownstreamArm::stage))
            .distinct()
            .toList();
    return new LabOptions.Order(
        stages,
        stageRun ->
            new DownstreamExperiment(
                Testbed.with(stageRun),
                plan,
                all.stream().filter(arm -> plan.arms().contains(arm.name())).toList(),
                new BackEnds(stageRun, Optional.ofNullable(jdbc))));
  }

  private void check() {
    if (slots < 1 || slots > MOST_SLOTS) {
      throw wrong(format("--slots must be 1 to %,d, not %d", MOST_SLOTS, slots));
    }
    if (jdbc != null && !jdbc.startsWith(POSTGRES_URL)) {
      throw wrong("--jdbc is for PostgreSQL, %s..., not '%s'".formatted(POSTGRES_URL, jdbc));
    }
    if (jdbc != null && jdbc.contains("password=")) {
      throw wrong("--jdbc: a password would be in the report; put it into ~/.pgpass");
    }
    if (time("--service-time", service).compareTo(time("--give-up", giveUp)) >= 0) {
      throw wrong("--give-up must be longer than --service-time, or nobody is answered");
    }
    if (backEnds != null) {
      backEnds.forEach(name -> checkOneOf("back end", BackEnd.names(), name));
    }
  }

  private Duration time(String option, String text) {
    Matcher time = TIME.matcher(text);
    if (!time.matches() || Integer.parseInt(time.group(1)) == 0) {
      throw wrong("%s is a time such as 40ms or 2s, not '%s'".formatted(option, text));
    }
    long number = Long.parseLong(time.group(1));
    return time.group(2).equals("s") ? Duration.ofSeconds(number) : Duration.ofMillis(number);
  }

  private List<DownstreamArm> all() {
    return DownstreamArm.all(
        slots, DownstreamPlan.perSecond(slots, time("--service-time", service)));
  }

  private DownstreamPlan plan(List<String> names) throws LabException {
    Blocks blocks = lab().blocks(lab().quick ? 1 : BLOCKS);
    Duration serviceTime = time("--service-time", service);
    Duration patience = time("--give-up", giveUp);
    DownstreamPlan plan =
        lab().quick
            ? DownstreamPlan.quick(slots, serviceTime, patience, names, blocks)
            : DownstreamPlan.full(slots, serviceTime, patience, names, blocks);
    if (plan.users() > MOST_CONNECTIONS) {
      throw wrong(
          format(
                  "%,d clients would be waiting at the same time; take fewer --slots, a longer",
                  plan.users())
              + " --service-time or a shorter --give-up");
    }
    return plan;
  }

  /** Returns the names of the arms that take part. */
  private List<String> chosen() throws LabException {
    List<String> names = all().stream().map(DownstreamArm::name).toList();
    if (arms != null) {
      arms.forEach(name -> checkOneOf("arm", names, name));
    }
    List<BackEnd> available = available();
    List<String> chosen = new ArrayList<>();
    for (DownstreamArm arm : all()) {
      boolean isWanted = arms == null ? !lab().quick || arm.isQuick() : arms.contains(arm.name());
      if (isWanted && available.contains(arm.backEnd())) {
        chosen.add(arm.name());
      }
    }
    if (chosen.isEmpty()) {
      throw wrong("--arms and --back-ends have nothing in common");
    }
    return chosen;
  }

  /** Returns the back ends that take part. PostgreSQL may be missing unless it was asked for. */
  private List<BackEnd> available() throws LabException {
    boolean isNamed =
        backEnds == null
            ? arms != null && arms.stream().anyMatch(name -> name.startsWith("postgres"))
            : backEnds.contains(BackEnd.POSTGRES.toString());
    boolean isThere = jdbc != null || lab().project().postgres().isPresent();
    if (isNamed && !isThere) {
      throw new LabException(BackEnds.NO_POSTGRES);
    }
    List<BackEnd> chosen = new ArrayList<>();
    for (BackEnd each : BackEnd.values()) {
      if (backEnds == null || backEnds.contains(each.toString())) {
        chosen.add(each);
      }
    }
    if (!isThere && chosen.remove(BackEnd.POSTGRES)) {
      console().printf("Without PostgreSQL: %s%n", BackEnds.NO_POSTGRES);
    }
    return chosen;
  }
}
