package tailgate.lab.cli;

import java.util.List;
import java.util.SequencedMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.machine.Descriptors;
import tailgate.lab.run.FootprintProbe;
import tailgate.lab.variants.Threads;
import tailgate.lab.variants.VariantsPlan;

/** Shows what memory a thread costs that waits. */
@Command(
    name = "threads",
    description = {
      "A connection that waits, with a platform thread, with a virtual one, and without: what"
          + " memory?",
      "2,000 silent connections before a load of 1,000 arrivals a second, and after it: about half"
          + " an hour. With --quick 1,000 connections, about a minute."
    })
final class CompareThreads extends CompareVariants {

  @Option(
      names = "--stages",
      split = ",",
      paramLabel = "STAGE",
      description = "only these of thread-per-request, virtual-threads and event-loop")
  List<String> stages = List.of();

  @Override
  VariantsPlan plan(SequencedMap<String, String> javas, Blocks blocks) throws LabException {
    stages.forEach(stage -> checkOneOf("stage in this experiment", Threads.stages(), stage));
    checkOne("threads", javas);
    FootprintProbe.check();
    Descriptors.check(Threads.connections(lab().quick));
    return Threads.plan(stages, javas, lab().quick, blocks);
  }
}
