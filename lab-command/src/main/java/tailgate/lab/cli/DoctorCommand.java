package tailgate.lab.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import tailgate.lab.LabException;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.machine.Fitness;
import tailgate.lab.machine.MachineCheck;
import tailgate.lab.machine.Placement;

/** Makes the check of the machine that comes before each measurement, and nothing else. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description = {
      "Is this machine fit to measure, and what would help?",
      "Looks for three to six seconds, as choose and compare do before they measure anything."
          + " docs/method.md says why each limit is where it is."
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {"0:it is fit", "1:it is not", "2:the command line is wrong"})
final class DoctorCommand extends LabCommand {

  @Option(
      names = "--cpus",
      paramLabel = "PLACES",
      description =
          "the processors to look at, as for choose and compare: server=LIST,load=LIST, or shared"
              + " (default: those that they would use)")
  @Nullable Placement placement;

  @Option(
      names = "--json",
      description = "print one line of JSON: whether it is fit, and all findings")
  boolean json;

  @Override
  public Integer call() throws LabException, InterruptedException {
    Placement places = placement == null ? Placement.usual() : placement;
    places.check();
    Fitness fitness = MachineCheck.of(places).look();
    say(json ? JsonFiles.compact(fitness) : fitness.page());
    return fitness.isFit() ? ExitCode.OK : ExitCode.SOFTWARE;
  }
}
