package tailgate.lab.cli;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import tailgate.lab.LabException;
import tailgate.lab.candidate.Candidate;
import tailgate.lab.process.Children;
import tailgate.lab.remote.LoadHost;
import tailgate.lab.run.LoadHosts;

/** The options that name other machines for the load. */
final class LoadHostOptions {

  @Option(
      names = "--load-host",
      scope = ScopeType.INHERIT,
      paramLabel = "HOST",
      split = ",",
      description =
          "send the load from other machines, by ssh, which share it: each a host, user@host, or a"
              + " name in ~/.ssh/config (choose, slow-handler, scale and fan-out;"
              + " docs/distributed-load.md)")
  @Nullable List<String> targets;

  @Option(
      names = "--load-java",
      scope = ScopeType.INHERIT,
      paramLabel = "PATH",
      description = "the java of the load generators there (default: the one on the PATH of ssh)")
  @Nullable String java;

  /**
   * Refuses options that do not fit together.
   *
   * @param isPossible whether the experiment has a load that can come from elsewhere
   * @param candidates the servers beside the stages
   * @param hasLine whether a line is to be laid on this machine
   * @return whether the load comes from elsewhere
   * @throws IllegalArgumentException with a message for the user
   */
  boolean check(boolean isPossible, List<Candidate> candidates, boolean hasLine) {
    if (targets == null) {
      refuseIf(java != null, "--load-java needs --load-host");
      return false;
    }
    for (String target : targets) {
      // ssh would take it for an option.
      refuseIf(!target.matches("[^\\s-]\\S*"), "--load-host: '" + target + "' is no host");
    }
    refuseIf(new HashSet<>(targets).size() < targets.size(), "--load-host names a machine twice");
    refuseIf(
        !isPossible, "--load-host is for choose, slow-handler, scale and fan-out, with stages");
    refuseIf(
        !candidates.isEmpty(),
        "--load-host is for stages alone: a candidate listens on the loopback address");
    refuseIf(hasLine, "--line is on this machine, and with --load-host there is a real one");
    return true;
  }

  private static void refuseIf(boolean wrong, String complaint) {
    if (wrong) {
      throw new IllegalArgumentException(complaint);
    }
  }

  /**
   * Opens those machines and looks at them; null if the load comes from this one.
   *
   * @param ssh the command that reaches them
   */
  @Nullable LoadHosts open(List<String> ssh, Children children)
      throws IOException, LabException, InterruptedException {
    if (targets == null) {
      return null;
    }
    return LoadHosts.open(
        targets.stream()
            .map(target -> new LoadHost.Order(ssh, target, java == null ? "java" : java))
            .toList(),
        children);
  }
}
