package tailgate.lab.sweep;

import java.util.List;
import tailgate.lab.load.Figures;

/**
 * What came of one run. This, as JSON, is all that reports are made from.
 *
 * @param perSecond answers of status 200 per second
 * @param curve latencies in microseconds at {@link tailgate.lab.load.PercentileCurve#LEVELS}
 * @param cores the processor time of the server, as a mean over what counts
 * @param rssMib the most memory that the server had
 * @param threads the most that it had
 */
public record SweepResult(
    SweepRun run,
    double perSecond,
    Figures figures,
    List<Long> curve,
    double cores,
    double rssMib,
    double threads) {

  public SweepResult {
    curve = List.copyOf(curve);
  }
}
