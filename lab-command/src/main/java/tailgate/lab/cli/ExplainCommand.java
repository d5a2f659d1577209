package tailgate.lab.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tailgate.lab.LabException;
import tailgate.lab.explain.JvmWatch;
import tailgate.lab.process.Children;
import tailgate.lab.process.Jcmd;
import tailgate.lab.process.Termination;

/** Watches a JVM that runs already, and says who had the processors. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = {
      "Who takes the processors from whom in a Java program that runs already?",
      "Watches it while it is under load: how long its threads, its compilers and its collector"
          + " ran, and how long they waited for a processor; what stopped all threads; which"
          + " virtual threads kept their carrier while they waited, and at which locks others"
          + " waited. The program is not changed or restarted. It gets a flight recording of three"
          + " kinds of events and two thread dumps. Needs Linux, and the user of the program."
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:it was watched",
      "1:it cannot be, or has ended",
      "2:the command line is wrong"
    })
final class ExplainCommand extends LabCommand {

  private static final Duration GRACE = Duration.ofSeconds(5);

  private static final Duration LONGEST = Duration.ofMinutes(10);

  @Parameters(paramLabel = "PID", description = "the number of the process; \"jcmd\" lists them")
  long pid;

  @Option(
      names = "--for",
      paramLabel = "TIME",
      description = "how long, from 1s to 10m (default: 10s)")
  Duration time = Duration.ofSeconds(10);

  @Override
  public Integer call() throws IOException, LabException, InterruptedException {
    if (time.toSeconds() < 1 || time.compareTo(LONGEST) > 0) {
      throw wrong("--for must be between 1s and 10m");
    }
    Jcmd.check("asks Java programs");
    Path folder = Files.createTempDirectory("tailgate-explain-");
    Children children = new Children(GRACE);
    Termination termination = new Termination(children);
    try {
      say(new JvmWatch(pid, time, children, folder).look().text());
      return ExitCode.OK;
    } finally {
      termination.over();
      delete(folder);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }
}
