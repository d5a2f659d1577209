package tailgate.lab.cli;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tailgate.lab.LabException;
import tailgate.lab.bench.BenchResults;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.machine.Environment;
import tailgate.lab.process.Children;
import tailgate.lab.process.Termination;
import tailgate.lab.project.Project;
import tailgate.lab.project.ResultFolder;

/**
 * Runs the benchmarks on this terminal, and makes a report of their results. The lab knows them as
 * a jar only, like the stages.
 */
@Command(
    name = "bench",
    description = {
      "Measures the parts of the server with JMH, and each stage over loopback. Writes results.json"
          + " and a report.",
      "All other arguments go to JMH, such as the names of benchmarks: -h shows its help, -l lists"
          + " the benchmarks."
    })
final class BenchCommand extends LabCommand {

  private static final Duration GRACE = Duration.ofSeconds(5);

  /** These options run one short fork of each benchmark. */
  private static final List<String> QUICK =
      List.of("-f", "1", "-wi", "1", "-w", "100ms", "-i", "2", "-r", "100ms");

  /** A quick look takes one size of pool, unless another is asked for. */
  private static final String WORKERS = "workers=";

  private static final List<String> GARBAGE = List.of("-prof", "gc");

  @Option(
      names = "--quick",
      description = "a first look in about 3 minutes; its figures prove nothing")
  boolean quick;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "a new or empty folder for results and report (default: target/bench/<time>)")
  @Nullable Path out;

  @Mixin Checkout.Root root = new Checkout.Root();

  @Option(names = "--help", usageHelp = true, description = "shows this help")
  boolean help;

  @Parameters(paramLabel = "JMH-ARGUMENT", description = "such as: Handoff -p workers=8 -f 5")
  List<String> arguments = List.of();

  /** Makes a command line whose unknown options go to JMH. */
  static CommandLine lenientCommandLine() {
    return new CommandLine(new BenchCommand()).setUnmatchedOptionsArePositionalParams(true);
  }

  @Override
  public Integer call() throws IOException, LabException, InterruptedException {
    Project project = root.project();
    project.checkBenchmarks();
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Environment environment = Environment.of(project, java);
    Path folder = ResultFolder.create(out, project.benchmarkRuns());
    BenchResults results = new BenchResults(folder.resolve(BenchResults.NAME));
    int code = run(command(java, project.benchmarks(), results.file()));
    if (!results.exist()) { // JMH only printed its help, or was stopped
      Files.deleteIfExists(results.file());
      Files.delete(folder);
    } else {
      JsonFiles.write(results.environmentFile(), environment);
      results.report(folder, console());
    }
    return code;
  }

  private static int run(List<String> command) throws IOException, InterruptedException {
    Children children = new Children(GRACE);
    Termination termination = new Termination(children);
    try {
      Process jmh = children.start(new ProcessBuilder(command).inheritIO());
      int code = jmh.waitFor();
      children.stop(jmh);
      return code;
    } finally {
      termination.over();
    }
  }

  /** Makes the command. JMH passes the options of its own JVM to all forks, so it gets ours. */
  private List<String> command(String java, Path jar, Path results) {
    List<String> command = new ArrayList<>(List.of(java));
    command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    command.addAll(List.of("-jar", jar.toString()));
    command.addAll(arguments);
    if (quick) {
      command.addAll(QUICK);
      if (arguments.stream().noneMatch(argument -> argument.startsWith(WORKERS))) {
        command.addAll(List.of("-p", WORKERS + "8"));
      }
    }
    if (Collections.indexOfSubList(arguments, GARBAGE) < 0) {
      command.addAll(GARBAGE);
    }
    command.addAll(List.of("-rf", "json", "-rff", results.toString()));
    return command;
  }
}
