package tailgate.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.queue.AdmissionController.Meaning;
import tailgate.queue.AdmissionController.Range;
import tailgate.queue.AdmissionPolicy.Sample;

/** Windows, ranges and shares; what the policies make of it is in OverloadSimulationTest. */
final class AdmissionControllerTest {

  private static final long MILLI = 1_000_000;

  /** Begins close to the overflow, because nanoseconds must not be compared by size. */
  private static final long BEGIN = Long.MAX_VALUE - 50 * MILLI;

  private static final int WORKERS = 8;

  private final List<Sample> samples = new ArrayList<>();

  /** What the policy says next. */
  private double next = 3;

  private AdmissionController controller(Meaning meaning, double min, double initial, double max) {
    int workers = meaning == Meaning.SHARE ? WORKERS : (int) min;
    return new AdmissionController(
        this::next, meaning, workers, new Range(min, initial, max), BEGIN);
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
    var controller = controller(Meaning.INSIDE, 1, 2.9, 10);
    assertThat(controller.admits(1)).isTrue();
    assertThat(controller.admits(2)).isFalse();
  }

  @Test
  void aShareIsSpreadEvenly() {
    var controller = controller(Meaning.SHARE, 0.05, 0.5, 1);
    List<Boolean> admitted = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      admitted.add(controller.admits(WORKERS));
    }
    assertThat(admitted).containsExactly(false, true, false, true, false, true);
  }

  @Test
  void aShareIsOfThoseThatFindNoWorkerFree() {
    var controller = controller(Meaning.SHARE, 0.05, 0.05, 1);
    for (int i = 0; i < 6; i++) {
      assertThat(controller.admits(WORKERS - 1)).isTrue();
    }
    assertThat(controller.admits(WORKERS)).isFalse();
  }

  @Test
  void aWindowEndsWithTheFirstAnswerAfterATenthOfASecond() {
    var controller = controller(Meaning.INSIDE, 1, 4, 10);
    controller.admits(0);
    controller.admits(1);
    controller.admits(9);
    answered(controller, 99, 10, 30, 1);
    assertThat(samples).isEmpty();
    answered(controller, 100, 20, 60, 0);
    assertThat(samples)
        .containsExactly(new Sample(4, 3, 30 * MILLI, 45 * MILLI, 60 * MILLI, 15 * MILLI, 2, 0));
    assertThat(controller.number()).isEqualTo(3);
  }

  @Test
  void theNextWindowIsATenthOfASecondLaterAndKnowsNothingOfTheOneBefore() {
    var controller = controller(Meaning.INSIDE, 1, 4, 10);
    answered(controller, 250, 10, 30, 7);
    answered(controller, 349, 1, 2, 6);
    assertThat(samples).hasSize(1);
    answered(controller, 350, 1, 2, 5);
    assertThat(samples.getLast())
        .isEqualTo(new Sample(3, 0, 2 * MILLI, 2 * MILLI, 2 * MILLI, MILLI, 7, 5));
  }

  @Test
  void theNumberStaysInItsRange() {
    var controller = controller(Meaning.INSIDE, 2, 4, 10);
    next = 1;
    answered(controller, 100, 0, 0, 0);
    assertThat(controller.number()).isEqualTo(2);
    next = 11;
    answered(controller, 200, 0, 0, 0);
    assertThat(controller.number()).isEqualTo(10);
  }

  /** By a clock that has not moved. */
  @Test
  void answersThatTookNoTimeBreakNoPolicy() {
    for (AdmissionKind kind : AdmissionKind.values()) {
      AdmissionController controller = new AdmissionRule(kind).controller(8, () -> BEGIN);
      if (controller != null) {
        answered(controller, 100, 0, 0, 0);
        assertThat(controller.number()).as("%s", kind).isPositive();
      }
    }
  }
}
