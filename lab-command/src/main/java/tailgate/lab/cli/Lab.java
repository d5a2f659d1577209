package tailgate.lab.cli;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import tailgate.cli.CommandErrors;
import tailgate.lab.LabException;
import tailgate.lab.project.Project;

/**
 * The lab's command line: {@code java -jar lab-command/target/lab.jar compare}, or {@code report}.
 */
@Command(
    name = "tailgate",
    mixinStandardHelpOptions = true,
    versionProvider = LabCommand.Version.class,
    description = "Measures the stages of Tailgate.",
    subcommands = {
      Compare.class,
      Choose.class,
      DoctorCommand.class,
      ExplainCommand.class,
      LoadCommand.class,
      RaceCommand.class,
      ReportCommand.class,
      BenchReportCommand.class,
      InjectorCommand.class
    })
public final class Lab {

  private Lab() {}

  public static void main(String[] args) {
    // Else a JVM from 22 on has a console without a terminal, too.
    System.setProperty("jdk.console", "java.base");
    System.exit(execute(commandLine(), args));
  }

  /**
   * Runs a command.
   *
   * @param all all commands but those of files, which are added if the arguments name them
   * @return the exit code
   */
  static int execute(CommandLine all, String... args) {
    try {
      List<String> arguments = List.of(args);
      if (arguments.contains("compare")) {
        CommandLine compare = Objects.requireNonNull(all.getSubcommands().get("compare"));
        Project project = Checkout.project(arguments);
        compare.<Compare>getCommand().addEvolution(project);
        CompareFile.addTo(compare, project, arguments);
      }
    } catch (LabException e) {
      CommandErrors.print(all, String.valueOf(e.getMessage()));
      return CommandLine.ExitCode.SOFTWARE;
    }
    return all.execute(args);
  }

  static CommandLine commandLine() {
    return WordedConverter.addTo(new CommandLine(new Lab()))
        .addSubcommand(BenchCommand.lenientCommandLine())
        .setParameterExceptionHandler((e, arguments) -> CommandErrors.printWrong(e))
        .setExecutionExceptionHandler(Lab::inOneLine);
  }

  /** Prints no stack trace, which does not help if the disk is full or JMeter is missing. */
  private static int inOneLine(Exception e, CommandLine command, CommandLine.ParseResult parsed)
      throws Exception {
    String message =
        switch (e) {
          case LabException known -> String.valueOf(known.getMessage());
          case FileSystemException file ->
              "cannot use %s: %s%s"
                  .formatted(file.getFile(), CommandErrors.why(file), otherFolder(command));
          case IOException failure -> CommandErrors.why(failure);
          default -> throw e;
        };
    CommandErrors.print(command, message);
    return CommandLine.ExitCode.SOFTWARE;
  }

  private static String otherFolder(CommandLine command) {
    return command.getCommandSpec().findOption("--out") == null
        ? ""
        : "; --out chooses another folder";
  }
}
