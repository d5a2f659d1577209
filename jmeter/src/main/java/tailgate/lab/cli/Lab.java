package tailgate.lab.cli;

import java.io.IOException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import tailgate.lab.LabException;

/** The lab's command line: {@code java -jar jmeter/target/lab.jar compare}, or {@code report}. */
@Command(
    name = "tailgate",
    mixinStandardHelpOptions = true,
    versionProvider = LabCommand.Version.class,
    description = "Measures the stages of Tailgate.",
    subcommands = {
      Compare.class,
      Choose.class,
      DoctorCommand.class,
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
    System.exit(commandLine().execute(args));
  }

  static CommandLine commandLine() {
    return new CommandLine(new Lab())
        .addSubcommand(BenchCommand.lenientCommandLine())
        .setExecutionExceptionHandler(Lab::inOneLine);
  }

  /** Without a stack trace, which does not help if the disk is full or JMeter is missing. */
  private static int inOneLine(Exception e, CommandLine command, CommandLine.ParseResult parsed)
      throws Exception {
    if (e instanceof LabException || e instanceof IOException) {
      command.getErr().println("tailgate: " + (e instanceof LabException ? e.getMessage() : e));
      return CommandLine.ExitCode.SOFTWARE;
    }
    throw e;
  }
}
