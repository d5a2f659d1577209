package tailgate.cli;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tailgate.queue.AdmissionKind;
import tailgate.queue.AdmissionRule;
import tailgate.queue.QueueDiscipline;
import tailgate.queue.QueuePolicy;

/** What happens to requests that wait in the server during an overload. */
public final class QueueOptions {

  @Option(
      names = "--queue-policy",
      paramLabel = "NAME",
      defaultValue = "fifo",
      description =
          "Which requests are first while the queue is overloaded. fifo: the oldest; codel: the"
              + " oldest, and 503 for those that have waited too long, at most twice"
              + " --codel-target; lifo: the newest; codel-lifo: both. (${DEFAULT-VALUE})")
  private QueuePolicy policy = QueuePolicy.FIFO;

  @Option(
      names = "--codel-target",
      paramLabel = "TIME",
      description =
          "The queue is overloaded if the oldest request has waited longer than this for a whole"
              + " --codel-interval, or once longer than a tenth of the interval and five times"
              + " this. The overload lasts until no request is too late and the queue gets empty."
              + " Set it to at most a fifth of the time that clients wait. Not for fifo."
              + " (20ms)")
  private @Nullable Duration target;

  @Option(
      names = "--codel-interval",
      paramLabel = "TIME",
      description = "See --codel-target. Set it to ten times the time that clients wait. (1s)")
  private @Nullable Duration interval;

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      description =
          "503 for a request that has waited longer than this in the queue, overloaded or not:"
              + " its client no longer waits. (none)")
  private @Nullable Duration deadline;

  @Option(
      names = "--admission",
      paramLabel = "NAME",
      defaultValue = "none",
      description =
          "Which requests are let in; the others get a 503 at once. none: all are let in; aimd,"
              + " vegas, credits: up to a limit of requests in the server, which follows the times"
              + " of earlier requests. (${DEFAULT-VALUE})")
  private AdmissionKind admission = AdmissionKind.NONE;

  @Option(
      names = "--admission-target",
      paramLabel = "TIME",
      description =
          "What --admission compares with. credits: the limit gets lower when requests wait longer"
              + " than this on average (30ms); aimd: when one request takes longer than this in all"
              + " (100ms). The defaults are for clients that wait 100 ms. Not for the others.")
  private @Nullable Duration admissionTarget;

  /**
   * What these options say about those that wait.
   *
   * @throws IllegalArgumentException if a value is out of range, or has no meaning
   */
  public QueueDiscipline discipline() {
    if (policy == QueuePolicy.FIFO && (target != null || interval != null)) {
      throw new IllegalArgumentException(
          "--codel-target and --codel-interval are for --queue-policy codel, lifo and codel-lifo,"
              + " not fifo");
    }
    return new QueueDiscipline(
        policy,
        Objects.requireNonNullElse(target, QueueDiscipline.DEFAULT_TARGET),
        Objects.requireNonNullElse(interval, QueueDiscipline.DEFAULT_INTERVAL),
        deadline);
  }

  /**
   * What these options say about who may wait at all.
   *
   * @throws IllegalArgumentException if the target is out of range, or has no meaning
   */
  public AdmissionRule admission() {
    return new AdmissionRule(admission, admissionTarget);
  }

  /**
   * Returns what the banner says of the queue: {@code ""} if all is the default, else {@code ",
   * codel"}.
   */
  public String inWords() {
    String order = policy == QueuePolicy.FIFO ? "" : ", " + ValueFormat.name(policy);
    String late = deadline == null ? "" : ", deadline " + ValueFormat.of(deadline);
    String limit =
        admission == AdmissionKind.NONE ? "" : ", admission " + ValueFormat.name(admission);
    String target =
        admissionTarget == null ? "" : " with target " + ValueFormat.of(admissionTarget);
    return order + late + limit + target;
  }
}
