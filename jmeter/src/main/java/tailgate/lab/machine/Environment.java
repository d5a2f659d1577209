package tailgate.lab.machine;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.project.Project;
import tailgate.lab.report.HtmlReport;

/**
 * Where, when and how figures were measured, without which they mean nothing.
 *
 * @param cores which processors server and load had, and the collector of the servers; null in old
 *     results, in which they shared all
 * @param candidates what a look at each server from elsewhere has shown; null if there was none
 */
public record Environment(
    String time,
    String machine,
    String java,
    String commit,
    String command,
    @Nullable String cores,
    @Nullable List<String> candidates) {

  /** Without candidates. */
  public Environment(
      String time,
      String machine,
      String java,
      String commit,
      String command,
      @Nullable String cores) {
    this(time, machine, java, commit, command, cores, null);
  }

  /** Without isolation. */
  public Environment(String time, String machine, String java, String commit, String command) {
    this(time, machine, java, commit, command, null);
  }

  /** The same with the way in which the parties of a run are kept apart. */
  public Environment with(Isolation isolation) {
    return new Environment(time, machine, java, commit, command, isolation.toString(), candidates);
  }

  /** The same with a line on each candidate. */
  public Environment with(List<String> lines) {
    return lines.isEmpty()
        ? this
        : new Environment(time, machine, java, commit, command, cores, List.copyOf(lines));
  }

  /**
   * As it is now, on this machine.
   *
   * @param java the java binary that will run stages and JMeter
   * @throws LabException if that cannot be run
   */
  public static Environment of(Project project, String java)
      throws LabException, InterruptedException {
    return new Environment(
        ZonedDateTime.now(ZoneId.systemDefault())
            .truncatedTo(ChronoUnit.SECONDS)
            .format(DateTimeFormatter.ISO_OFFSET_DATE_TIME),
        thisMachine(),
        Tool.output(java, "-version")
            .map(Environment::firstTwoLines)
            .orElseThrow(() -> new LabException("cannot run " + java + " -version; see --java")),
        // Never a tag, always the commit; "-dirty" if files differ from it.
        Tool.output(
                "git",
                "-C",
                project.root().toString(),
                "describe",
                "--always",
                "--dirty",
                "--exclude=*",
                "--abbrev=12")
            .orElse("unknown"),
        CommandText.ofThisProcess());
  }

  /** All of it. */
  public List<HtmlReport.Fact> facts() {
    List<HtmlReport.Fact> facts = new ArrayList<>();
    facts.add(new HtmlReport.Fact("time", time));
    facts.add(new HtmlReport.Fact("machine", machine));
    if (cores != null) {
      facts.add(new HtmlReport.Fact("cores", cores));
    }
    facts.add(new HtmlReport.Fact("java", java));
    facts.add(new HtmlReport.Fact("commit", commit));
    facts.add(new HtmlReport.Fact("command", command));
    if (candidates != null) {
      candidates.forEach(line -> facts.add(new HtmlReport.Fact("candidate", line)));
    }
    return facts;
  }

  /** The version and its vendor; a third line is about the VM. */
  private static String firstTwoLines(String version) {
    return version.lines().limit(2).collect(Collectors.joining(", "));
  }

  private static String thisMachine() {
    Runtime runtime = Runtime.getRuntime();
    return String.join(
        ", ",
        processor().orElse("unknown processor"),
        runtime.availableProcessors() + " processors",
        memory(),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        System.getProperty("os.arch"),
        load());
  }

  private static Optional<String> processor() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst();
    } catch (IOException e) {
      return Optional.empty(); // not Linux
    }
  }

  private static String memory() {
    var system = ManagementFactory.getOperatingSystemMXBean();
    return system instanceof com.sun.management.OperatingSystemMXBean physical
        ? physical.getTotalMemorySize() / (1L << 20) + " MiB"
        : "unknown memory";
  }

  /** Shows whether anything else was running. */
  private static String load() {
    double average = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    return average < 0
        ? "unknown load" // Windows has none
        : format("load average %.1f at the start", average);
  }
}
