package tailgate.queue;

import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Which requests a server lets in, and by which target. A {@link QueueDiscipline} says what happens
 * to those that then wait.
 *
 * <p>A limit is from as many requests as there are workers to 25 times as many, and 2.5 times as
 * many at first. These numbers are those of the simulation: docs/overload.md.
 *
 * @param kind how it is decided
 * @param target of the mean wait for {@link AdmissionKind#CREDITS}, and for {@link
 *     AdmissionKind#AIMD} the time after which an answer is too slow; from 1 µs to {@link
 *     QueueDiscipline#LONGEST}. The constructor takes null as the default of the kind; it stays
 *     null for the other kinds, which know no target.
 */
public record AdmissionRule(AdmissionKind kind, @Nullable Duration target) {

  /** Lets all in. */
  public static final AdmissionRule NONE = new AdmissionRule(AdmissionKind.NONE);

  private static final double INITIAL = 2.5;
  private static final double MOST = 25;

  /**
   * Refuses a target that is out of range, or has no meaning for the kind.
   *
   * @throws IllegalArgumentException with one message per cause
   */
  public AdmissionRule {
    Duration defaultTarget = Objects.requireNonNull(kind, "kind").defaultTarget();
    if (target == null) {
      target = defaultTarget;
    } else if (defaultTarget == null) {
      throw new IllegalArgumentException(
          "a target is for the admissions aimd and credits, not "
              + kind.name().toLowerCase(Locale.ROOT));
    } else {
      QueueDiscipline.requireRange("the target of an admission", target);
    }
  }

  /** Creates a rule with the default target. */
  public AdmissionRule(AdmissionKind kind) {
    this(kind, null);
  }

  /**
   * A controller that has seen nothing; null if all are let in.
   *
   * @param workers requests inside that do not wait, at least 1
   * @param clock like {@link System#nanoTime}; read once, and not for {@link AdmissionKind#NONE}
   */
  @Nullable AdmissionController controller(int workers, LongSupplier clock) {
    return switch (kind) {
      case NONE -> null;
      case AIMD -> limit(new AimdPolicy(targetNanos()), workers, clock);
      case VEGAS -> limit(new VegasPolicy(), workers, clock);
      case CREDITS -> limit(new CreditPolicy(targetNanos()), workers, clock);
    };
  }

  private long targetNanos() {
    return Objects.requireNonNull(target, "target").toNanos();
  }

  private static AdmissionController limit(
      AdmissionPolicy policy, int workers, LongSupplier clock) {
    return new AdmissionController(
        policy, workers, INITIAL * workers, MOST * workers, clock.getAsLong());
  }
}
