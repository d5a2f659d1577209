package tailgate.lab.handoff;

import java.util.Optional;
import tailgate.lab.claim.Observation;
import tailgate.lab.load.Health;
import tailgate.lab.load.Measurement;

/** The result of one run. Reports are made from its JSON alone, so its fields keep their names. */
public record HandoffResult(HandoffRun run, Measurement measured) {

  /** Why this run takes no part in a verdict; empty if it does. */
  public Optional<String> objection() {
    long failed = measured.figures().failed();
    if (failed > 0) {
      return Optional.of(failed + " requests failed");
    }
    Health health = measured.health();
    return health != null && health.fellBehind()
        ? Optional.of("not all requests were sent in time")
        : Observation.doubt(health);
  }
}
