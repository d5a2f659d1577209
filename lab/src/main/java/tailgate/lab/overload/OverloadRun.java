package tailgate.lab.overload;

import java.util.ArrayList;
import java.util.List;
import tailgate.lab.experiment.Experiment;

/**
 * One arm with one handler in one block.
 *
 * @param block from 1
 * @param twin whether it is of the A/A arm, which repeats another arm
 */
public record OverloadRun(
    String stage, Policy policy, HandlerKind handler, Clients clients, int block, boolean twin)
    implements Experiment.Run {

  /** Serves one client until it has its answer: a connection that is kept would be the only one. */
  private static final String ONE_AT_A_TIME = "singlethreaded";

  /** As {@code block-1/waits-threadpool-codel}. */
  @Override
  public String folder() {
    return "%s/%s-%s%s"
        .formatted(
            server(), handler, arm().replace(", ", "-").replace(' ', '-'), twin ? "-again" : "");
  }

  /** Its block, of which all runs share a generator. */
  @Override
  public String server() {
    return "block-" + block;
  }

  /**
   * For legends: {@code threadpool codel}, or the stage alone if there is no policy; and what
   * clients do that do not leave.
   */
  String arm() {
    return withClients(policy == Policy.NONE ? stage : stage + " " + policy);
  }

  /** The same without the policy. */
  String armOfPolicy() {
    return withClients(stage);
  }

  private String withClients(String server) {
    return clients == Clients.LEAVE ? server : server + ", " + clients;
  }

  /** For people, as {@code waits, threadpool codel (A/A)}. */
  String name() {
    return handler + ", " + arm() + (twin ? " (A/A)" : "");
  }

  boolean keepsConnections() {
    return !stage.equals(ONE_AT_A_TIME);
  }

  /**
   * All arguments of its server.
   *
   * @param jar with the handlers
   */
  List<String> arguments(String jar) {
    List<String> all = new ArrayList<>();
    handler.arguments().forEach(word -> all.add(word.replace(HandlerKind.JAR, jar)));
    all.addAll(Policy.boundOf(stage));
    all.addAll(policy.arguments());
    // Requests that still wait for an answer at the end are not counted.
    all.addAll(List.of("--drain-timeout", "1s"));
    return all;
  }
}
