package tailgate.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;

/** Runs a stage's command: arguments in, exit code out, errors as one line each. */
public final class StageLauncher {

  private StageLauncher() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(StageCommand command, String[] arguments) {
    System.exit(run(command, arguments));
  }

  static int run(StageCommand command, String[] arguments) {
    CommandLine line = commandLine(command);
    try {
      return line.execute(ConfigFile.expand(arguments, line.getCommandSpec()));
    } catch (StartupException e) {
      return complain(line, e.getMessage(), ExitCode.USAGE);
    }
  }

  static CommandLine commandLine(StageCommand command) {
    CommandLine line = new CommandLine(command);
    Converters.register(line);
    line.setParameterExceptionHandler(StageLauncher::misused);
    line.setExecutionExceptionHandler(StageLauncher::failed);
    return line;
  }

  private static int misused(ParameterException e, String[] arguments) {
    String message = String.valueOf(e.getMessage()).lines().findFirst().orElse("wrong usage");
    return complain(e.getCommandLine(), message + " (--help explains)", ExitCode.USAGE);
  }

  private static int failed(Exception e, CommandLine line, CommandLine.ParseResult result)
      throws Exception {
    return switch (e) {
      case StartupException known -> complain(line, known.getMessage(), ExitCode.SOFTWARE);
      case IllegalArgumentException refused ->
          complain(line, refused.getMessage() + " (--help explains)", ExitCode.USAGE);
      default -> throw e;
    };
  }

  private static int complain(CommandLine line, @Nullable String message, int exitCode) {
    line.getErr().println(line.getCommandName() + ": " + message);
    line.getErr().flush();
    return exitCode;
  }
}
