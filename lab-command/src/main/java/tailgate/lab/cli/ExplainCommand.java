package tailgate.lab.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tailgate.lab.LabException;
import tailgate.lab.explain.JvmWatch;
import tailgate.lab.machine.PortOwners;
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
          + " kinds of events and two thread dumps. Ctrl-C ends it early, with its answer. Needs"
          + " Linux, and the user of the program or root, who sees only"
          + " threads and processors of a program of another user or in a container."
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

  @Parameters(
      paramLabel = "PID|URL",
      description = "the number of the process (\"jcmd\" lists them), or the URL of its server")
  String program = "";

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
    long pid = pid();
    Jcmd.check("asks Java programs");
    Path folder = Files.createTempDirectory("tailgate-explain-");
    Children children = new Children(GRACE);
    CountDownLatch ended = new CountDownLatch(1);
    Termination termination = new Termination(ended::countDown);
    try {
      say(new JvmWatch(pid, time, ended, children, folder).look().text());
      return ExitCode.OK;
    } finally {
      delete(folder);
      termination.over();
    }
  }

  private long pid() throws LabException {
    try {
      return JvmWatch.pidOf(program, PortOwners.ON_THIS_MACHINE);
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
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
