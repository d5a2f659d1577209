package tailgate.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.queue.AdmissionPolicy.Sample;

/** Windows and ranges; what the policies make of it is in OverloadSimulationTest. */
final class AdmissionControllerTest {

  private static final long MILLI = 1_000_000;

  /** Begins close to the overflow, because nanoseconds must not be compared by size. */
  private static final long BEGIN = Long.MAX_VALUE - 50 * MILLI;

  private final List<Sample> samples = new ArrayList<>();

  /** What the policy says next. */
  private double next = 3;

  private AdmissionController controller(int workers, double initial, double most) {
    return new AdmissionController(this::next, workers, initial, most, BEGIN);
  }

  private double next(Sample sample) {
    samples.add(sample);
    return next;
  }

  private static void answered(
      AdmissionController controller, long atMillis, long waitMillis, long tookMillis, int inside) {
    controller.answered(BEGIN + atMillis * MILLI, waitMillis * MILLI, tookMillis * MILLI, inside);
  }

  @Test
  void aLimitAdmitsAsManyAsItSays() {
    var controller = controller(1, 2.9, 10);
    assertThat(controller.admits(1)).isTrue();
    assertThat(controller.admits(2)).isFalse();
  }

  @Test
  void aWindowEndsWithTheFirstAnswerAfterATenthOfASecond() {
    var controller = controller(1, 4, 10);
    controller.admits(0);
    controller.admits(1);
    controller.admits(9);
    answered(controller, 99, 10, 30, 1);
    assertThat(samples).isEmpty();
    answered(controller, 100, 20, 60, 0);
    assertThat(samples)
        .containsExactly(new Sample(4, 30 * MILLI, 45 * MILLI, 60 * MILLI, 15 * MILLI, 2));
    assertThat(controller.limit()).isEqualTo(3);
  }

  @Test
  void theNextWindowIsATenthOfASecondLaterAndKnowsNothingOfTheOneBefore() {
    var controller = controller(1, 4, 10);
    answered(controller, 250, 10, 30, 7);
    answered(controller, 349, 1, 2, 6);
    assertThat(samples).hasSize(1);
    answered(controller, 350, 1, 2, 5);
    assertThat(samples.getLast())
        .isEqualTo(new Sample(3, 2 * MILLI, 2 * MILLI, 2 * MILLI, MILLI, 7));
  }

  @Test
  void theLimitStaysInItsRange() {
    var controller = controller(2, 4, 10);
    next = 1;
    answered(controller, 100, 0, 0, 0);
    assertThat(controller.limit()).isEqualTo(2);
    next = 11;
    answered(controller, 200, 0, 0, 0);
    assertThat(controller.limit()).isEqualTo(10);
  }

  /** By a clock that has not moved. */
  @Test
  void answersThatTookNoTimeBreakNoPolicy() {
    for (AdmissionKind kind : AdmissionKind.values()) {
      AdmissionController controller = new AdmissionRule(kind).controller(8, () -> BEGIN);
      if (controller != null) {
        answered(controller, 100, 0, 0, 0);
        assertThat(controller.limit()).as("%s", kind).isPositive();
      }
    }
  }
}
