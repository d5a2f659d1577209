package tailgate.lab.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.project.Project;
import tailgate.lab.sweep.SweepPlan.Focus;

/** Which runs a plan makes, and in which order. */
record SweepOrder(SweepPlan plan) {

  /** A stage, or a stage once more, in the comparison of stages or in a part. */
  private record Arm(@Nullable Part part, String stage, boolean twin) {}

  /** In each block the arms, and the points of each arm, in random order. */
  List<SweepRun> runs() {
    List<SweepRun> runs = new ArrayList<>();
    Blocks blocks = Objects.requireNonNullElse(plan.blocks(), new Blocks(1, 0));
    for (int block = 1; block <= blocks.count(); block++) {
      for (Arm arm : blocks.shuffled(block, arms(block))) {
        runs.addAll(blocks.shuffled(block, points(block, arm)));
      }
    }
    return runs;
  }

  private List<Arm> arms(int block) {
    List<Arm> arms = new ArrayList<>();
    Focus focus = plan.focus();
    if (comparesStagesIn(block)) {
      plan.stages().forEach(stage -> arms.add(new Arm(null, stage, false)));
      if (focus != null && !plan.stages().isEmpty()) {
        List<String> stages = plan.stages();
        arms.add(new Arm(null, stages.contains(focus.twin()) ? focus.twin() : stages.get(0), true));
      }
    }
    for (Part part : plan.parts()) {
      part.stages().forEach(stage -> arms.add(new Arm(part, stage, false)));
      if (focus != null) {
        arms.add(new Arm(part, part.twin(), true));
      }
    }
    return arms;
  }

  private boolean comparesStagesIn(int block) {
    Focus focus = plan.focus();
    Integer most = focus == null ? null : focus.blocks();
    return most == null || block <= most || plan.parts().isEmpty();
  }

  private List<SweepRun> points(int block, Arm arm) {
    List<SweepRun> points = new ArrayList<>();
    for (boolean kept : arm.part == null ? plan.keepAlive() : arm.part.keepAlive()) {
      for (int count : users(arm)) {
        String part = arm.part == null ? null : arm.part.name();
        points.add(new SweepRun(arm.stage, count, kept, block, arm.twin, part));
      }
    }
    return points;
  }

  private List<Integer> users(Arm arm) {
    if (arm.part != null) {
      return arm.twin ? arm.part.usersOfTwin() : arm.part.users();
    }
    Focus focus = plan.focus();
    boolean isCandidate = !Project.STAGES.contains(arm.stage); // nobody takes part for less
    if (focus == null || isCandidate || focus.stages().contains(arm.stage)) {
      return plan.users();
    }
    List<Integer> fewer = plan.users().stream().filter(focus.fewer()::contains).toList();
    return fewer.isEmpty() ? plan.users() : fewer;
  }
}
