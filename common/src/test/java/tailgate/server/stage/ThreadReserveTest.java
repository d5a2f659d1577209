package tailgate.server.stage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Test;

/** The system of this test grants a number of threads. None of them runs; an interrupt ends it. */
final class ThreadReserveTest {

  private static final int HELD = 4;

  private final List<Thread> running = new ArrayList<>();
  private int limit = 10;

  private final ThreadReserve reserve = new ThreadReserve(HELD, this::start);
  private final ThreadFactory guarded = reserve.guard(Thread.ofPlatform().factory());

  private Thread start(Runnable task) {
    running.removeIf(Thread::isInterrupted);
    if (running.size() >= limit) {
      throw new OutOfMemoryError("no thread");
    }
    Thread thread = Thread.ofPlatform().unstarted(task);
    running.add(thread);
    return thread;
  }

  private int free() {
    running.removeIf(Thread::isInterrupted);
    return limit - running.size();
  }

  /** The rest of the threads, for others. */
  private void takeAll() {
    while (free() > 0) {
      start(() -> {});
    }
  }

  /** As a runnable: the thread itself is not started. */
  private static void runToItsEnd(Runnable thread) {
    thread.run();
  }

  @Test
  void holdsThreadsWhileThereAreEnough() {
    reserve.look();
    reserve.look();

    assertThat(free()).isEqualTo(10 - HELD);
    assertThat(guarded.newThread(() -> {})).isNotNull();
  }

  @Test
  void givesThemBackWhenNoFurtherOneCanBeStarted() {
    reserve.look();
    takeAll();

    reserve.look();

    assertThat(free()).isEqualTo(HELD);
  }

  @Test
  void nothingIsForbiddenBeforeTheFirstLook() {
    takeAll();

    assertThat(guarded.newThread(() -> {})).isNotNull();
  }

  @Test
  void aGuardedFactoryGetsHalfWhereThereNeverWereEnough() {
    limit = HELD;
    reserve.look();

    assertThat(guarded.newThread(() -> {})).isNotNull();
    assertThat(guarded.newThread(() -> {})).isNotNull();
    assertThat(guarded.newThread(() -> {})).isNull();
  }

  @Test
  void aGuardedFactoryDoesNotTakeWhatWasGivenBack() {
    reserve.look();
    takeAll();
    reserve.look();

    assertThat(guarded.newThread(() -> {})).isNull();
  }

  @Test
  void aGuardedThreadThatHasEndedMayBeReplacedOnce() {
    Thread first = guarded.newThread(() -> {});
    reserve.look();
    takeAll();
    reserve.look();
    runToItsEnd(first);

    assertThat(guarded.newThread(() -> {})).isNotNull();
    assertThat(guarded.newThread(() -> {})).isNull();
  }

  @Test
  void aTaskThatFailsHasEndedItsThreadToo() {
    Thread first =
        guarded.newThread(
            () -> {
              throw new IllegalStateException("a task's bug");
            });
    reserve.look();
    takeAll();
    reserve.look();
    try {
      runToItsEnd(first);
    } catch (IllegalStateException expected) {
      assertThat(expected).hasMessage("a task's bug");
    }

    assertThat(guarded.newThread(() -> {})).isNotNull();
  }

  @Test
  void theNextGuardedThreadsThatEndMakeUpForWhatOthersHaveTaken() {
    List<Thread> guardedOnes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      guardedOnes.add(guarded.newThread(() -> {}));
    }
    reserve.look();
    takeAll();
    reserve.look();
    limit -= 2; // others have taken two of those that were given back
    reserve.look();

    runToItsEnd(guardedOnes.get(0));
    runToItsEnd(guardedOnes.get(1));
    assertThat(guarded.newThread(() -> {})).isNull();
    runToItsEnd(guardedOnes.get(2));
    assertThat(guarded.newThread(() -> {})).isNotNull();
  }

  @Test
  void holdsThemAgainWhenThereAreEnoughOnceMore() {
    reserve.look();
    takeAll();
    reserve.look();
    takeAll(); // also those that were given back
    limit += HELD;
    reserve.look();
    assertThat(free()).as("not enough to hold them and to start one").isEqualTo(HELD);
    assertThat(guarded.newThread(() -> {})).isNull();

    limit++;
    reserve.look();

    assertThat(free()).isEqualTo(1);
    assertThat(guarded.newThread(() -> {})).isNotNull();
  }
}
