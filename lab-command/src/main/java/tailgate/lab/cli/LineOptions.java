package tailgate.lab.cli;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import tailgate.lab.LabException;
import tailgate.lab.candidate.Candidate;
import tailgate.lab.line.LoadNamespace;
import tailgate.lab.machine.NetworkLine;
import tailgate.lab.process.Children;

/** The option that lays a network line between the load and the servers. */
final class LineOptions {

  @Option(
      names = "--line",
      scope = ScopeType.INHERIT,
      paramLabel = "DELAY[,loss=PERCENT]",
      description =
          "put a network line between the load and the stages, both on this machine, such as 20ms"
              + " or 20ms,loss=1: DELAY is for both directions together, and PERCENT of the"
              + " packets are lost in each direction (choose, slow-handler, scale and fan-out;"
              + " Linux, as root, with ip and tc; docs/distributed-load.md)")
  @Nullable NetworkLine line;

  /**
   * Refuses options that do not fit together.
   *
   * @param isPossible whether the experiment has servers that can be at an end
   * @param candidates the servers beside the stages
   * @param isElsewhere whether the servers have a machine of their own
   * @return whether there is to be a line
   * @throws IllegalArgumentException with a message for the user
   */
  boolean check(boolean isPossible, List<Candidate> candidates, boolean isElsewhere) {
    if (line == null) {
      return false;
    }
    refuseIf(!isPossible, "--line is for choose, slow-handler, scale and fan-out, with stages");
    refuseIf(
        !candidates.isEmpty(),
        "--line is for stages alone: a candidate listens on the loopback address");
    refuseIf(isElsewhere, "--line is on this machine, and with --server-host there is a real one");
    return true;
  }

  private static void refuseIf(boolean wrong, String complaint) {
    if (wrong) {
      throw new IllegalArgumentException(complaint);
    }
  }

  /**
   * Lays the line, with the place of the load at its end; null if there is to be none.
   *
   * @param ofExperiment the line of an experiment that lays its own; else null
   */
  @Nullable LoadNamespace open(@Nullable NetworkLine ofExperiment, Children children)
      throws IOException, LabException, InterruptedException {
    NetworkLine laid = ofExperiment == null ? line : ofExperiment;
    return laid == null ? null : LoadNamespace.open(laid, children);
  }
}
