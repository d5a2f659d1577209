package tailgate.lab.cli;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tailgate.lab.LabException;
import tailgate.lab.bench.BenchResults;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.machine.Environment;
import tailgate.lab.process.Children;
import tailgate.lab.process.Termination;
import tailgate.lab.project.Project;
import tailgate.lab.project.ResultFolder;

/**
 * Runs the benchmarks on this terminal, and makes a report of what they found. They are a jar to
 * the lab, as the stages are.
 */
@Command(
    name = "bench",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Measures the parts by JMH, and each stage over loopback: results.json, and a page of it.",
      "Every other argument is JMH's, the names of benchmarks first of all: -h is its help, -l"
          + " lists the benchmarks."
    })
final class BenchCommand implements Callable<Integer> {

  private static final Duration GRACE = Duration.ofSeconds(5);

  /** One short fork of each. */
  private static final List<String> QUICK =
      List.of("-f", "1", "-wi", "1", "-w", "100ms", "-i", "2", "-r", "100ms");

  /** One size of pool will do for a look, unless another is asked for. */
  private static final String WORKERS = "workers=";

  private static final List<String> GARBAGE = List.of("-prof", "gc");

  @Spec @Nullable CommandSpec spec;

  @Option(
      names = "--quick",
      description = "a look at all of it in about 3 minutes; its figures prove nothing")
  boolean quick;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "for results and report; new or empty (default: target/bench/<time>)")
  @Nullable Path out;

  @Mixin ProjectRoot root = new ProjectRoot();

  @Option(names = "--help", usageHelp = true, description = "says this")
  boolean help;

  @Parameters(paramLabel = "JMH-ARGUMENT", description = "such as: Handoff -p workers=8 -f 5")
  List<String> arguments = List.of();

  /** What is no option of ours is JMH's. */
  static CommandLine commandLine() {
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
    if (!results.exist()) { // JMH only told something, or was stopped
      Files.deleteIfExists(results.file());
      Files.delete(folder);
    } else {
      JsonFiles.write(results.environmentFile(), environment);
      results.report(folder, Objects.requireNonNull(spec, "set by picocli").commandLine().getOut());
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

  /** JMH gives its own JVM's options to all forks, so ours are what the user wants for them. */
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
