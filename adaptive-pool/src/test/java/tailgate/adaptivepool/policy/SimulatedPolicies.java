package tailgate.adaptivepool.policy;

import java.time.Duration;

/** Policies to compare with. */
public final class SimulatedPolicies {

  private SimulatedPolicies() {}

  /** The default policy as it was before it tried whether more workers help. */
  public static ScalingPolicy withoutTrials() {
    var usual = new LittlesLawPolicy();
    var never =
        new MarginalThroughput(
            new LimitTrial.Watching(Duration.ofDays(365)), Duration.ZERO, LeastService.unknown());
    return new LittlesLawPolicy(usual.targetWait(), usual.headroom(), usual.recentNeed(), never);
  }
}
