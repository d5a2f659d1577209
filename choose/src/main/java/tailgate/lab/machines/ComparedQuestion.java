package tailgate.lab.machines;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tailgate.lab.choose.ChoosePlan;
import tailgate.lab.choose.Objective;
import tailgate.lab.experiment.StageArguments;

/**
 * Describes what was asked in a run: capacities are compared only if it is the same. The stages
 * that took part are not in it, nor how much time was spent.
 *
 * @param arguments the arguments of every server
 * @param own the further arguments of single stages
 * @param asks what is asked, as {@code GET /data.json}
 */
record ComparedQuestion(
    Objective objective,
    String handler,
    List<String> arguments,
    StageArguments own,
    String asks,
    @Nullable Long fileSize,
    boolean keepAlive) {

  /** This argument's value is a file, which has another folder on each machine. */
  private static final String JAR = "--handler-jar";

  static ComparedQuestion of(ChoosePlan plan) {
    return new ComparedQuestion(
        plan.objective(),
        plan.handler(),
        withoutFolders(plan.arguments()),
        plan.own(),
        plan.asks(),
        plan.fileSize(),
        plan.keepAlive());
  }

  private static List<String> withoutFolders(List<String> arguments) {
    List<String> all = new ArrayList<>(arguments);
    for (int i = 1; i < all.size(); i++) {
      if (all.get(i - 1).equals(JAR)) {
        all.set(i, all.get(i).substring(all.get(i).lastIndexOf('/') + 1));
      }
    }
    return List.copyOf(all);
  }

  /** Returns text, as {@code a handler that waits 20ms, GET /data.json, P99 within 50 ms}. */
  @Override
  public String toString() {
    String size = fileSize == null ? "" : format(" (%,d bytes)", fileSize);
    String added = own.byStage().isEmpty() ? "" : ", with --stage-args " + own;
    String connections = keepAlive ? "" : " on new connections";
    return "%s, %s%s%s, %s%s".formatted(handler, asks, size, connections, objective, added);
  }
}
