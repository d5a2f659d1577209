package tailgate.lab.handoff;

import static tailgate.lab.load.Text.format;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tailgate.lab.claim.Observation;
import tailgate.lab.load.Health;
import tailgate.lab.load.Measurement;

/**
 * The result of one run. Reports are made from its JSON alone, so its fields keep their names.
 *
 * @param measured all tests of the run together
 * @param tests answers per second of each test at the same process; null in old results, in which
 *     there was one
 */
public record HandoffResult(HandoffRun run, Measurement measured, @Nullable List<Double> tests) {

  /** Of one test. */
  public HandoffResult(HandoffRun run, Measurement measured) {
    this(run, measured, null);
  }

  /** Why this run takes no part in a verdict; empty if it does. */
  public Optional<String> objection() {
    long failed = measured.figures().failed();
    if (failed > 0) {
      return Optional.of(failed + " requests failed");
    }
    Health health = measured.health();
    return health != null && health.fellBehind()
        ? Optional.of("not all requests were sent in time")
        : Observation.doubt(measured);
  }

  /** As {@code (4,517; 6,082; 6,217)}; empty if there was one test. */
  String byTest() {
    return tests == null || tests.size() < 2
        ? ""
        : tests.stream()
            .map(perSecond -> format("%,.0f", perSecond))
            .collect(Collectors.joining("; ", " (", ")"));
  }
}
