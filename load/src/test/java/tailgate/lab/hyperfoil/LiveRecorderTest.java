package tailgate.lab.hyperfoil;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.Timeline;

class LiveRecorderTest {

  private final LiveRecorder recorder = new LiveRecorder();

  @Test
  void whatHasNoAnswerCountsWithItsAge() {
    answered(0, 10);
    recorder.due(millis(100));

    LiveView view = recorder.view(millis(900));

    assertThat(view.p50Micros()).isEqualTo(10_000);
    assertThat(view.p99Micros()).isEqualTo(800_000);
  }

  @Test
  void anAnswerOfLongAgoIsForgottenAndARequestUnderWayIsNot() {
    answered(0, 10);
    recorder.due(millis(100));

    LiveView view = recorder.view(millis(4_000));

    assertThat(view.p50Micros()).isEqualTo(3_900_000);
    assertThat(view.counts().due()).isEqualTo(2);
  }

  @Test
  void saysHowLateRequestsLeft() {
    LiveRequest request = recorder.due(millis(100));
    recorder.sent(request, millis(130), true);

    LiveView view = recorder.view(millis(200));

    assertThat(view.health().lagP99Micros()).isEqualTo(30_000);
    assertThat(view.health().fellBehind()).isTrue();
  }

  @Test
  void countsTheAnswersOfTheLastSecond() {
    recorder.view(0);
    for (int i = 0; i < 30; i++) {
      answered(i * 100L, 5);
      recorder.view(millis(i * 100L + 50));
    }

    assertThat(recorder.view(millis(3_000)).perSecond()).isBetween(9.0, 11.0);
  }

  @Test
  void showsARequestOnceWhenItIsDueAndOnceWhenItHasEnded() {
    LiveRequest request = recorder.due(millis(100));
    recorder.sent(request, millis(101), true);
    assertThat(recorder.view(millis(150)).events())
        .containsExactly(new LiveView.Event(millis(100), millis(101), null, null));
    assertThat(recorder.view(millis(250)).events()).isEmpty();

    recorder.ended(request, millis(300), LiveOutcome.REFUSED);

    assertThat(recorder.view(millis(350)).events())
        .containsExactly(
            new LiveView.Event(millis(100), millis(101), millis(300), LiveOutcome.REFUSED));
    assertThat(recorder.view(millis(450)).events()).isEmpty();
  }

  @Test
  void ofManyRequestsAllAreCountedAndSomeAreShown() {
    for (int frame = 0; frame < 10; frame++) {
      for (int i = 0; i < 1_000; i++) {
        answered(frame * 100L, 1);
      }
      LiveView view = recorder.view(millis(frame * 100 + 50));
      if (frame > 0) {
        assertThat(view.oneIn()).isEqualTo(50);
        assertThat(view.events()).hasSize(20);
      }
    }

    assertThat(recorder.view(millis(1_000)).counts().answered()).isEqualTo(10_000);
  }

  @Test
  void aSuddenRateIsSampledInTheViewInWhichItComes() {
    recorder.view(0);
    for (int i = 0; i < 1_000; i++) {
      answered(10, 1);
    }

    LiveView view = recorder.view(millis(100));

    assertThat(view.events()).hasSizeBetween(20, 40);
    assertThat(view.oneIn() * view.events().size()).isBetween(1_000L, 1_100L);
  }

  @Test
  void theTimelineHasAWindowForEachTenthOfASecond() {
    answered(1_000, 10);
    answered(1_050, 30);
    answered(1_250, 20);
    recorder.ended(recorder.due(millis(1_260)), millis(1_300), LiveOutcome.FAILED);

    recorder.view(millis(3_400));
    Timeline timeline = recorder.timeline();

    assertThat(recorder.timelineStart()).isEqualTo(millis(1_000));
    assertThat(timeline.count()).containsExactly(2L, 0L, 1L, 0L);
    assertThat(timeline.max()).containsExactly(30_000L, 0L, 20_000L, 0L);
    assertThat(timeline.failed().stream().mapToLong(Long::longValue).sum()).isEqualTo(1);
  }

  private void answered(long due, long took) {
    LiveRequest request = recorder.due(millis(due));
    recorder.sent(request, millis(due), true);
    recorder.ended(request, millis(due + took), LiveOutcome.ANSWERED);
  }

  private static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
