package tailgate.lab;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import tailgate.lab.load.Json;
import tailgate.lab.report.Page;
import tailgate.lab.sweep.Sweep;
import tailgate.lab.sweep.SweepReport;
import tailgate.lab.sweep.SweepResult;

/** The command line of the experiments that try more and more users. */
@Command(mixinStandardHelpOptions = true, sortOptions = false, usageHelpAutoWidth = true)
abstract class CompareSweep implements Callable<Integer> {

  private final Sweep whole;

  @Spec @Nullable CommandSpec spec;

  @ParentCommand @Nullable Compare parent;

  @Option(
      names = "--stages",
      split = ",",
      paramLabel = "STAGE",
      description = "only these (default: those for which the question makes sense)")
  @Nullable List<String> stages;

  @Option(
      names = "--users",
      split = ",",
      paramLabel = "N",
      description = "these numbers of users instead of the experiment's own")
  @Nullable List<Integer> users;

  CompareSweep(Sweep whole) {
    this.whole = whole;
  }

  /** 500 users and a handler that takes 100 ms. */
  @Command(
      name = "slow-handler",
      description = "500 users who ask again and again, and a handler that takes 100 ms.")
  static final class SlowHandler extends CompareSweep {
    SlowHandler() {
      super(Sweep.SLOW_HANDLER);
    }
  }

  /** More and more users. */
  @Command(
      name = "scale",
      description = "1 to 1,000 users who ask again and again, with and without keep-alive.")
  static final class Scale extends CompareSweep {
    Scale() {
      super(Sweep.SCALE);
    }
  }

  /** Many users, and a handler that asks three others in a row. */
  @Command(
      name = "fan-out",
      description = "1,000 to 10,000 users, and a handler that waits three times for 333 ms.")
  static final class FanOut extends CompareSweep {
    FanOut() {
      super(Sweep.FAN_OUT);
    }
  }

  @Override
  public Integer call() throws IOException, LabException, InterruptedException {
    Sweep sweep = chosen();
    Descriptors.check(sweep.users().stream().mapToInt(Integer::intValue).max().orElse(1));
    return lab()
        .carryOut(sweep.stages(), (setting, children) -> carryOut(sweep, setting, children));
  }

  private Sweep chosen() {
    Sweep sweep = lab().quick ? whole.quick() : whole;
    List<String> someStages = Objects.requireNonNullElse(stages, sweep.stages());
    List<Integer> someUsers = Objects.requireNonNullElse(users, sweep.users());
    for (String stage : someStages) {
      if (!Project.STAGES.contains(stage)) {
        throw wrong(
            "no stage '%s'; there are %s".formatted(stage, String.join(", ", Project.STAGES)));
      }
    }
    for (int count : someUsers) {
      if (count < 1) {
        throw wrong("--users must be at least 1, not " + count);
      }
    }
    return sweep.with(someStages, someUsers);
  }

  private int carryOut(Sweep sweep, LabOptions.Setting setting, Children children)
      throws IOException, InterruptedException {
    PrintWriter console = commandSpec().commandLine().getOut();
    console.printf("%s%nRaw results: %s%n%n", sweep.question(), setting.folder());
    List<SweepResult> results =
        new SweepExperiment(LoadedRun.with(setting.stages()), sweep, setting.folder())
            .run(children, console);
    String text = publish(new SweepReport(sweep, results), setting);
    console.print("\n" + text);
    console.flush();
    return results.size() == sweep.runs().size() ? 0 : 1;
  }

  private static String publish(SweepReport report, LabOptions.Setting setting) throws IOException {
    List<Page.Fact> facts =
        setting
            .environment()
            .facts(
                "Hyperfoil, closed model, GET %s for %d s after 2 s of warm-up"
                    .formatted(report.sweep().path(), report.sweep().duration().toSeconds()));
    StringBuilder text = new StringBuilder("# %s%n%n".formatted(report.sweep().name()));
    facts.forEach(fact -> text.append("    %-9s %s%n".formatted(fact.name(), fact.value())));
    text.append('\n').append(report).append('\n');
    SweepReport.REMARKS.forEach(remark -> text.append("- ").append(remark).append('\n'));
    text.append("\nRaw results and report.html: %s%n".formatted(setting.folder()));
    Files.writeString(setting.folder().resolve("report.md"), text);
    Json.writeLines(setting.folder().resolve("runs.jsonl.gz"), report.results());
    report.page(facts).write(setting.folder().resolve("report.html"));
    return text.toString();
  }

  private LabOptions lab() {
    return Objects.requireNonNull(parent, "set by picocli").lab;
  }

  private ParameterException wrong(String message) {
    return new ParameterException(commandSpec().commandLine(), message);
  }

  private CommandSpec commandSpec() {
    return Objects.requireNonNull(spec, "set by picocli");
  }
}
