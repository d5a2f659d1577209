package tailgate.lab.race;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tailgate.lab.machine.Heaps;
import tailgate.lab.project.PoolSize;
import tailgate.lab.project.Project;
import tailgate.lab.run.ServerSpec;

/** Makes the commands with which the stages are started for a race. */
final class Commands {

  /** The sizes of a server's heap, in MiB, if nothing limits the memory. */
  private static final long INITIAL_HEAP = 64;

  private static final long MOST_HEAP = 512;

  /**
   * The heap that each of the six servers of the machine gets. The initial heap is committed at the
   * start. Otherwise the memory of a server would grow with the requests that it has answered, and
   * not with what it holds.
   */
  private static final List<String> HEAP = heap(Heaps.ofThisMachine());

  private Commands() {}

  /** Returns the options of a server's JVM, all of which fit into a container together. */
  static List<String> heap(Heaps heaps) {
    int servers = Project.STAGES.size();
    return List.of(
        format("-Xms%dm", heaps.ofEach(servers, INITIAL_HEAP)),
        format("-Xmx%dm", heaps.ofEach(servers, MOST_HEAP)),
        "-XX:+AlwaysPreTouch");
  }

  /** Returns the server for these settings. If it equals the running one, no restart is needed. */
  static ServerSpec server(String stage, RaceSettings settings, RaceFolder site) {
    List<String> arguments = new ArrayList<>(options(stage, settings.workers()));
    List<String> jvm = new ArrayList<>(HEAP);
    jvm.add("-Djava.io.tmpdir=" + site.temporary());
    Work work = settings.work();
    if (work == Work.SLOTS) {
      arguments.addAll(List.of("--handler-jar", site.handlerJar().toString()));
      arguments.addAll(List.of("--handler", SlotsHandler.class.getName()));
      jvm.add(format("-D%s=%d", SlotsHandler.SLOTS, settings.slots()));
    }
    arguments.addAll(work.arguments());
    return new ServerSpec(stage, arguments, Optional.of(site.root()), jvm);
  }

  /** Returns a stage's own arguments: with one reactor, what it shows depends on no machine. */
  private static List<String> options(String stage, int workers) {
    return switch (stage) {
      case "threadpool" -> PoolSize.FIXED.arguments(workers);
      case "adaptive-pool" -> List.of("--min-workers", Integer.toString(workers));
      case "event-loop" -> List.of("--reactors", "1");
      default -> List.of();
    };
  }
}
