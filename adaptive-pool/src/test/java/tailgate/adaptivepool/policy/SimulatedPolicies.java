package tailgate.adaptivepool.policy;

/** Policies to compare with. */
public final class SimulatedPolicies {

  private SimulatedPolicies() {}

  /** The default policy as it was before it tried whether more workers help. */
  public static ScalingPolicy withoutTrials() {
    return LittlesLawPolicy.withoutTrials();
  }

  /** As .NET does it. */
  public static ScalingPolicy hillClimbing() {
    return new HillClimbing();
  }

  /** As Open Liberty does it. */
  public static ScalingPolicy liberty() {
    return new LibertyController();
  }
}
