package tailgate.lab;

/** What became of one stage in a comparison. */
sealed interface Outcome {

  String stage();

  /** A row of the table. */
  sealed interface Row extends Outcome {
    LatencySummary summary();
  }

  /** The whole load was driven at it. */
  record Measured(String stage, LatencySummary summary) implements Row {}

  /** The lab was stopped in the midst of the load; the figures are of the part before. */
  record CutShort(String stage, LatencySummary summary) implements Row {}

  /** There are no figures. */
  record Failed(String stage, String reason) implements Outcome {}
}
