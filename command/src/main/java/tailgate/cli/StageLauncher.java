package tailgate.cli;

import java.util.concurrent.Callable;
import org.slf4j.Logger;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import tailgate.log.SafeLogger;

/**
 * Runs a command: arguments in, exit code out. Every error is one line on stderr, never a stack
 * trace. Stack traces are in the log at level debug.
 */
public final class StageLauncher {

  private static final Logger LOG = SafeLogger.of(StageLauncher.class);

  private StageLauncher() {}

  /**
   * Runs the command and ends the process with its exit code. It ends whatever happens: after a
   * stop that fails, the threads of the server would go on, in a process that nobody can stop. That
   * happens where somebody has written into the jar of a running server, because from then on no
   * class can be loaded, be it only to say so.
   */
  public static void main(Callable<Integer> command, String[] arguments) {
    int code = ExitCode.SOFTWARE;
    try {
      code = run(commandLine(command), arguments);
    } catch (Throwable t) {
      System.err.println("tailgate: ends, because of " + t.getClass().getName());
    } finally {
      System.exit(code);
    }
  }

  static CommandLine commandLine(Callable<Integer> command) {
    CommandLine line = new CommandLine(command);
    Converters.register(line);
    line.setExpandAtFiles(false); // options come from a file by --config instead
    line.setParameterExceptionHandler((e, arguments) -> usageError(e));
    line.setExecutionExceptionHandler((e, failed, result) -> executionError(e, failed));
    line.setUsageHelpLongOptionsMaxWidth(26);
    line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, OptionSections::render);
    return line;
  }

  static int run(CommandLine line, String[] arguments) {
    try {
      return line.execute(ConfigFile.expand(arguments, line));
    } catch (ParameterException e) {
      return usageError(e);
    } catch (StartupException | Error e) {
      return executionError(e, line);
    }
  }

  private static int usageError(ParameterException e) {
    int code = CommandErrors.printWrong(e); // first: whoever is told may kill this process
    Operation.tellFailure(CommandErrors.wrong(e));
    return code;
  }

  private static int executionError(Throwable e, CommandLine line) {
    LOG.debug("failed", e);
    String message =
        switch (e) {
          case IllegalArgumentException known -> String.valueOf(known.getMessage());
          case StartupException known -> String.valueOf(known.getMessage());
          case OutOfMemoryError full -> "out of memory: " + full.getMessage();
          default -> "failed: " + e;
        };
    int code = ExitCode.SOFTWARE;
    if (e instanceof IllegalArgumentException) {
      code = CommandErrors.printWrong(line, message);
    } else {
      CommandErrors.print(line, message);
    }
    Operation.tellFailure(message);
    return code;
  }
}
