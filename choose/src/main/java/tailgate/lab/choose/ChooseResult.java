package tailgate.lab.choose;

import java.util.List;

/** The result of a run: reports are made from its JSON alone, so its fields keep their names. */
public record ChooseResult(ChooseRun run, List<Arm> arms) {
  public ChooseResult {
    arms = List.copyOf(arms);
  }
}
