package tailgate.lab.cli;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import tailgate.lab.LabException;
import tailgate.lab.candidate.Candidate;
import tailgate.lab.machine.Cores;
import tailgate.lab.machine.Descriptors;
import tailgate.lab.machine.Environment;
import tailgate.lab.machine.Host;
import tailgate.lab.machine.Isolation;
import tailgate.lab.machine.Placement;
import tailgate.lab.process.Children;
import tailgate.lab.project.Project;
import tailgate.lab.remote.ServerHost;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.RunningServer;
import tailgate.lab.run.ServerSpec;
import tailgate.lab.run.StageRun;

/** The options that name another machine for the stages. */
final class ServerHostOptions {

  private static final String SSH = "ssh";

  @Option(
      names = "--server-host",
      scope = ScopeType.INHERIT,
      paramLabel = "HOST",
      description =
          "run the stages on another machine, by ssh: a host, user@host, or a name in"
              + " ~/.ssh/config (choose, slow-handler, scale and fan-out;"
              + " docs/distributed-load.md)")
  @Nullable String target;

  @Option(
      names = "--server-java",
      scope = ScopeType.INHERIT,
      paramLabel = "PATH",
      description = "the java that runs the stages there (default: the one on the PATH of ssh)")
  @Nullable String java;

  @Option(
      names = "--server-cpus",
      scope = ScopeType.INHERIT,
      paramLabel = "LIST",
      converter = CoresConverter.class,
      description = "the processors of the stages there, such as 0-3 (default: all)")
  @Nullable List<Integer> processors;

  @Option(
      names = "--server-address",
      scope = ScopeType.INHERIT,
      paramLabel = "ADDRESS",
      description =
          "the address on which the stages listen there, and to which the load is sent (default:"
              + " the one that ssh connects to; with --load-host alone, an address of this machine:"
              + " the one from which ssh connects)")
  @Nullable String address;

  @Option(
      names = "--ssh",
      scope = ScopeType.INHERIT,
      paramLabel = "COMMAND",
      description =
          "the ssh command, with options of your own, such as \"ssh -F lab.conf\" (default: ssh)")
  @Nullable String ssh;

  static final class CoresConverter extends WordedConverter<List<Integer>> {
    CoresConverter() {
      super(Cores::parse);
    }
  }

  /**
   * Refuses options that do not fit together.
   *
   * @param isPossible whether the experiment has servers that can run there
   * @param candidates the servers beside the stages
   * @param placement the placement that the user wants; null if nothing was said
   * @param loadIsElsewhere whether other machines ask the servers
   * @return whether the servers run there
   * @throws IllegalArgumentException with a message for the user
   */
  boolean check(
      boolean isPossible,
      List<Candidate> candidates,
      @Nullable Placement placement,
      boolean loadIsElsewhere) {
    if (target == null) {
      refuseIf(
          java != null || processors != null, "--server-java and --server-cpus need --server-host");
      refuseIf(
          !loadIsElsewhere && (address != null || ssh != null),
          "--server-address and --ssh need --server-host or --load-host");
      return false;
    }
    // ssh would take it for an option.
    refuseIf(!target.matches("[^\\s-]\\S*"), "--server-host: '" + target + "' is no host");
    refuseIf(
        !isPossible, "--server-host is for choose, slow-handler, scale and fan-out, with stages");
    refuseIf(
        !candidates.isEmpty(),
        "--server-host is for stages alone: a candidate is started on this machine");
    refuseIf(
        placement != null && !placement.isShared(),
        "--cpus divides one machine; with --server-host say --server-cpus");
    return true;
  }

  private static void refuseIf(boolean wrong, String complaint) {
    if (wrong) {
      throw new IllegalArgumentException(complaint);
    }
  }

  /** Describes that machine as the one that is measured. */
  static Environment describe(ServerHost host, Environment local, Isolation apart) {
    return local.withServersOn(
        host.name(),
        host.host(),
        host.load(),
        host.javaVersion(),
        Host.Parties.of(host.processors(), apart));
  }

  /**
   * Tries one server there, before anything is measured: what is wrong should not fail each run.
   *
   * @param connections the most connections that the load will keep
   */
  record Trial(ServerHost host, int connections, String stage) {

    /** Starts the server, asks it, and stops it. */
    void pass(StageRun stageRun, RunContext context)
        throws IOException, LabException, InterruptedException {
      try {
        Descriptors.check(connections, host.mostFiles());
      } catch (LabException e) {
        throw new LabException("%s: %s".formatted(host.name(), e.getMessage()), e);
      }
      ServerSpec server = new ServerSpec(stage, List.of());
      try (RunningServer tried = stageRun.start(server, Project.DATA, context.in("server-host"))) {
        tried.checkAlive();
      }
      context
          .progress()
          .println(
              "servers on %s (%s), which listen on %s"
                  .formatted(host.name(), host.host().machine(), host.address()));
      context.progress().println();
    }
  }

  /** Returns the ssh command, with options of the user. */
  List<String> command() {
    return List.of((ssh == null ? SSH : ssh).strip().split("\\s+"));
  }

  /** Opens that machine and looks at it; null if the stages run on this one. */
  @Nullable ServerHost open(Children children)
      throws IOException, LabException, InterruptedException {
    if (target == null) {
      return null;
    }
    return ServerHost.open(
        new ServerHost.Order(
            command(),
            target,
            java == null ? "java" : java,
            address,
            processors == null ? List.of() : processors),
        children);
  }
}
