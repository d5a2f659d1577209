package tailgate.lab.machine;

import static tailgate.lab.load.Text.format;

import java.lang.management.ManagementFactory;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.machine.Host.Parties;
import tailgate.lab.project.Project;

/**
 * Where, when and how figures were measured. Without that they mean nothing.
 *
 * @param cores which processors server and load had, and the collector of the servers; null in old
 *     results, in which they shared all
 * @param candidates the result of the check of each candidate; null if there was none
 * @param host the machine and the Java again, for programs; null in old results
 * @param isolation the cores again, for programs; null in old results
 */
public record Environment(
    String time,
    String machine,
    String java,
    String commit,
    String command,
    @Nullable String cores,
    @Nullable List<String> candidates,
    @Nullable Host host,
    @Nullable Parties isolation) {

  /** Returns a copy with the way in which the parties of a run are kept apart. */
  public Environment with(Isolation apart) {
    return new Environment(
        time,
        machine,
        java,
        commit,
        command,
        apart.toString(),
        candidates,
        host,
        Parties.of(apart));
  }

  /**
   * Returns a copy with servers on another machine, which is then the {@link #host}.
   *
   * @param name of that machine
   * @param serverHost the machine
   * @param load how busy it is, for people
   * @param javaThere what {@code java -XshowSettings:properties -version} has printed there
   * @param parties what server and load have; the numbers of processors are of two machines
   */
  public Environment withServersOn(
      String name, Host serverHost, String load, String javaThere, Parties parties) {
    return new Environment(
        time,
        "servers on %s: %s, %s; load on another: %s"
            .formatted(name, serverHost.machine(), load, machine),
        firstTwoLines(javaThere),
        commit,
        command,
        "server on %s (%s), generator and lab on another machine (%s); collector of the servers: %s"
            .formatted(
                Placement.list(parties.server()),
                name,
                Placement.list(parties.load()),
                parties.collector()),
        candidates,
        serverHost,
        parties);
  }

  /** Returns a copy with what disturbed on this machine at the start. */
  public Environment after(Fitness look) {
    return look.words().isEmpty()
        ? this
        : new Environment(
            time,
            machine + "; at the start " + look.words(),
            java,
            commit,
            command,
            cores,
            candidates,
            host,
            isolation);
  }

  public Environment with(List<String> lines) {
    return lines.isEmpty()
        ? this
        : new Environment(
            time, machine, java, commit, command, cores, List.copyOf(lines), host, isolation);
  }

  /**
   * Describes this machine as it is now.
   *
   * @param java the java binary that will run stages and JMeter
   * @throws LabException if that cannot be run
   */
  public static Environment of(Project project, String java)
      throws LabException, InterruptedException {
    String version =
        Tool.output(java, "-XshowSettings:properties", "-version")
            .orElseThrow(() -> new LabException("cannot run " + java + " -version; see --java"));
    Host host = Host.of(version);
    String limits = ControlGroup.ofThisProcess().words();
    return new Environment(
        ZonedDateTime.now(ZoneId.systemDefault())
            .truncatedTo(ChronoUnit.SECONDS)
            .format(DateTimeFormatter.ISO_OFFSET_DATE_TIME),
        host.machine() + (limits.isEmpty() ? "" : ", " + limits) + ", " + load(),
        firstTwoLines(version),
        commitOf(project),
        CommandText.ofThisProcess(),
        null,
        null,
        host,
        null);
  }

  /** Returns the commit, never a tag, with "-dirty" if files differ from it. */
  private static String commitOf(Project project) throws InterruptedException {
    Optional<String> packed = project.commit();
    if (packed.isPresent()) {
      return packed.get();
    }
    return Tool.output(
            "git",
            "-C",
            project.root().toString(),
            "describe",
            "--always",
            "--dirty",
            "--exclude=*",
            "--abbrev=12")
        .orElse("unknown");
  }

  /** Returns all that is known, for a report. */
  public List<Fact> facts() {
    List<Fact> facts = new ArrayList<>();
    facts.add(new Fact("time", time));
    facts.add(new Fact("machine", machine));
    if (cores != null) {
      facts.add(new Fact("cores", cores));
    }
    facts.add(new Fact("java", java));
    facts.add(new Fact("commit", commit));
    facts.add(new Fact("command", command));
    if (candidates != null) {
      candidates.forEach(line -> facts.add(new Fact("candidate", line)));
    }
    return facts;
  }

  /** Returns version and vendor; properties come before, and a line about the VM after them. */
  static String firstTwoLines(String version) {
    return version
        .lines()
        .dropWhile(line -> !line.contains(" version \""))
        .limit(2)
        .collect(Collectors.joining(", "));
  }

  /** Returns the load average, which shows whether anything else was running. */
  private static String load() {
    double average = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    return average < 0
        ? "unknown load" // Windows has none
        : format("load average %.1f at the start", average);
  }
}
