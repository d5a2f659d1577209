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
    due(100);

    LiveView view = recorder.view(millis(900));

    assertThat(view.p50Micros()).isBetween(10_000L, 10_100L);
    assertThat(view.p99Micros()).isBetween(800_000L, 808_000L);
  }

  @Test
  void anAnswerOfLongAgoIsForgottenAndARequestUnderWayIsNot() {
    answered(0, 10);
    due(100);

    LiveView view = recorder.view(millis(4_000));

    assertThat(view.p50Micros()).isBetween(3_900_000L, 3_939_000L);
    assertThat(view.counts().due()).isEqualTo(2);
  }

  @Test
  void saysHowLateRequestsLeft() {
    recorder.departed(due(100), millis(130));

    LiveView view = recorder.view(millis(200));

    assertThat(view.health().lagP99Micros()).isBetween(30_000L, 30_300L);
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
    RequestState request = due(100);
    recorder.departed(request, millis(101));
    assertThat(recorder.view(millis(150)).events())
        .containsExactly(new LiveView.Event(millis(100), millis(101), null, null));
    assertThat(recorder.view(millis(250)).events()).isEmpty();

    request.status = 503;
    recorder.failed(request, millis(300));

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
    RequestState failed = due(1_260);
    failed.status = 500;
    recorder.failed(failed, millis(1_300));

    recorder.view(millis(3_400));
    Timeline timeline = recorder.timeline();

    assertThat(recorder.timelineStart()).isEqualTo(millis(1_000));
    assertThat(timeline.count()).containsExactly(2L, 0L, 1L, 0L);
    assertThat(timeline.max().get(0)).isBetween(30_000L, 30_300L);
    assertThat(timeline.max().get(1)).isZero();
    assertThat(timeline.failed().stream().mapToLong(Long::longValue).sum()).isEqualTo(1);
  }

  private void answered(long due, long took) {
    RequestState request = due(due);
    recorder.departed(request, millis(due));
    recorder.answered(request, millis(due + took));
  }

  private RequestState due(long millis) {
    RequestState request = new RequestState();
    request.begin(recorder.due(millis(millis)), millis(millis));
    request.hadUser = true;
    return request;
  }

  private static long millis(long millis) {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }
}
