package tailgate.lab.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tailgate.lab.LabException;

/** The command line of an evolution that is called by its name. */
@Command(
    name = "evolution",
    description = {
      "Drives JMeter's 10,000 users in 60 s at every stage, with and without a cache.",
      "Each user asks once; about 15 minutes. With --quick 500 users in 3 s, about 2 minutes."
    })
final class CompareEvolution extends ExperimentCommand {

  @Mixin EvolutionOptions options = new EvolutionOptions();

  @Override
  Order order() throws LabException {
    return options.order(lab());
  }
}
