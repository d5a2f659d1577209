package tailgate.lab.downstream;

import static tailgate.lab.load.Text.format;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tailgate.lab.claim.ClaimRun;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Measurement;

/**
 * The result of one run. Reports are made from its JSON alone, so its fields keep their names.
 *
 * @param kind what its arm is for verdicts
 * @param measured the overload: its answers per second are those that arrived while it lasted
 * @param answers of the overload, the latencies of the answers alone
 * @param refused requests of the overload that were answered with another status than 200, or whose
 *     connection was closed
 * @param gaveUp requests of the overload whose clients left
 * @param calm before the overload
 * @param after it
 * @param backEnd what it saw
 */
public record DownstreamResult(
    DownstreamRun run,
    DownstreamArm.Bounding kind,
    Measurement measured,
    Figures answers,
    long refused,
    long gaveUp,
    Figures calm,
    Figures after,
    BackEndView backEnd) {

  /** How far the measured ceiling of the back end may be from slots / service time, as a share. */
  private static final double MOST_OFF = 0.05;

  /**
   * What was seen of a back end.
   *
   * @param nominal what it can do by its slots and its service time, in calls per second
   * @param ceiling what it did when it was asked directly by twice as many users as it has slots
   *     (by as many as slots in runs from before 23 November 2026, 22:24 UTC)
   * @param connections to it, at most
   * @param waiting calls that waited in it, at most; 0 if it has no queue
   * @param calls that it ended under the whole load
   * @param unused of them, those whose answer reached no client
   */
  public record BackEndView(
      double nominal,
      double ceiling,
      double connections,
      double waiting,
      long calls,
      long unused) {}

  /** Answers as a share of what the back end can do. */
  double share() {
    return measured.perSecond() / backEnd.ceiling;
  }

  /** Why this run takes no part in a verdict; empty if it does. */
  Optional<String> objection() {
    if (Math.abs(backEnd.ceiling / backEnd.nominal - 1) > MOST_OFF) {
      return Optional.of(
          format(
              "the back end itself answered %,.0f a second, and should answer %,.0f",
              backEnd.ceiling, backEnd.nominal));
    }
    return ClaimRun.doubt(measured);
  }

  /** For verdicts: the server in the overload, and the back end by itself. */
  Stream<ClaimRun> observations() {
    return Stream.of(
        observation("overload", measured), observation("alone", alone(backEnd.ceiling)));
  }

  private ClaimRun observation(String load, Measurement its) {
    Map<String, String> setting =
        Map.of("arm", run.arm(), "kind", kind.name().toLowerCase(Locale.ROOT), "load", load);
    return new ClaimRun(ClaimRun.inBlock(setting, run.block(), run.twin()), its, objection());
  }

  /** The same run with another throughput. */
  private Measurement alone(double perSecond) {
    return new Measurement(
        measured.name(),
        measured.stage(),
        perSecond,
        measured.figures(),
        measured.curve(),
        measured.startEpochMillis(),
        measured.millis(),
        measured.latency(),
        measured.health(),
        measured.server());
  }
}
