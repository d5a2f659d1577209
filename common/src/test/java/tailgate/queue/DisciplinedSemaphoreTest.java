package tailgate.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One permit, unless a test says otherwise; the clock is the test's. */
final class DisciplinedSemaphoreTest {

  private static final QueueDiscipline DEADLINE =
      QueueDiscipline.PLAIN.withDeadline(Duration.ofMillis(80));

  private static final QueueDiscipline CODEL =
      new QueueDiscipline(QueuePolicy.CODEL, Duration.ofMillis(5), Duration.ofMillis(100), null);

  /** Begins close to the overflow, because nanoseconds must not be compared by size. */
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1000);

  private DisciplinedSemaphore semaphore = semaphore(1, QueueDiscipline.PLAIN);

  private DisciplinedSemaphore semaphore(int permits, QueueDiscipline discipline) {
    return new DisciplinedSemaphore(permits, 100, discipline, nanos::get);
  }

  private void pass(long millis) {
    nanos.addAndGet(Duration.ofMillis(millis).toNanos());
  }

  /** A thread that has begun to wait. */
  private Actor<@Nullable Lateness> waiter() {
    int before = semaphore.waiting();
    Actor<@Nullable Lateness> waiter = Actor.start(semaphore::acquire);
    Eventually.until(() -> semaphore.waiting() > before);
    return waiter;
  }

  @Test
  void givesAsManyPermitsAsItHas() throws Exception {
    semaphore = semaphore(2, QueueDiscipline.PLAIN);
    assertThat(semaphore.acquire()).isNull();
    assertThat(semaphore.acquire()).isNull();
    Actor<@Nullable Lateness> third = waiter();
    assertThat(third.isDone()).isFalse();
    semaphore.release();
    assertThat(third.result()).isNull();
  }

  @Test
  void whoWaitsFirstIsNext() throws Exception {
    semaphore.acquire();
    Actor<@Nullable Lateness> first = waiter();
    Actor<@Nullable Lateness> second = waiter();
    semaphore.release();
    assertThat(first.result()).isNull();
    assertThat(second.isDone()).isFalse();
    semaphore.release();
    assertThat(second.result()).isNull();
  }

  @Test
  void aThreadLearnsOfItsDeadlineThoughNobodyReleases() throws Exception {
    semaphore = semaphore(1, QueueDiscipline.PLAIN.withDeadline(Duration.ofMillis(1)));
    semaphore.acquire();
    Actor<@Nullable Lateness> waiter = waiter();
    pass(2);
    assertThat(waiter.result()).isEqualTo(Lateness.DEADLINE);
    assertThat(semaphore.waiting()).isZero();
  }

  @Test
  void aPermitPassesOverThoseWhoAreTooLate() throws Exception {
    semaphore = semaphore(1, DEADLINE);
    semaphore.acquire();
    Actor<@Nullable Lateness> late = waiter();
    pass(80);
    Actor<@Nullable Lateness> next = waiter();
    pass(1);
    semaphore.release();
    assertThat(late.result()).isEqualTo(Lateness.DEADLINE);
    assertThat(next.result()).isNull();
  }

  @Test
  void aPermitThatNobodyWantsInTimeIsFree() throws Exception {
    semaphore = semaphore(1, DEADLINE);
    semaphore.acquire();
    Actor<@Nullable Lateness> late = waiter();
    pass(81);
    semaphore.release();
    assertThat(late.result()).isEqualTo(Lateness.DEADLINE);
    assertThat(semaphore.acquire()).isNull();
  }

  @Test
  void refusesWhoHasWaitedTooLongInAnOverload() throws Exception {
    semaphore = semaphore(1, CODEL);
    semaphore.acquire();
    List<Actor<@Nullable Lateness>> waiters = List.of(waiter(), waiter(), waiter());
    pass(25);
    semaphore.release();
    assertThat(waiters.get(0).result()).as("the queue has stood, but not for long").isNull();
    pass(1);
    semaphore.release();
    assertThat(waiters.get(1).result()).isEqualTo(Lateness.CODEL);
    assertThat(waiters.get(2).result()).isEqualTo(Lateness.CODEL);
  }

  @Test
  void aShortWaitInTheIntervalIsNoOverload() throws Exception {
    semaphore = semaphore(2, CODEL);
    for (int i = 0; i < 3; i++) {
      semaphore.acquire();
      semaphore.acquire();
      pass(1);
      Actor<@Nullable Lateness> waiter = waiter();
      pass(100);
      semaphore.release();
      assertThat(waiter.result()).isNull();
      semaphore.release();
      semaphore.release();
    }
  }

  // ---- virtual threads, which wait for a carrier

  /** One permit, and what happens while a virtual thread is without a carrier. */
  private DisciplinedSemaphore yielding(AdmissionRule admission, Runnable meanwhile) {
    var made = new DisciplinedSemaphore(1, 100, DEADLINE, admission, nanos::get, meanwhile);
    pass(1);
    return made;
  }

  private static @Nullable Lateness virtually(Callable<@Nullable Lateness> action) {
    var result = new FutureTask<>(action);
    Thread.startVirtualThread(result);
    try {
      return result.get();
    } catch (ExecutionException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aVirtualThreadThatWasWithoutACarrierForTooLongIsRefused() {
    semaphore = yielding(AdmissionRule.NONE, () -> pass(81));
    assertThat(virtually(semaphore::acquire)).isEqualTo(Lateness.DEADLINE);
  }

  @Test
  void whoIsRefusedForThatTakesNoPermit() throws Exception {
    semaphore = yielding(AdmissionRule.NONE, () -> pass(81));
    virtually(semaphore::acquire);
    assertThat(semaphore.acquire()).isNull();
  }

  @Test
  void aPlatformThreadDoesNotYield() throws Exception {
    semaphore = yielding(AdmissionRule.NONE, () -> pass(81));
    assertThat(semaphore.acquire()).isNull();
  }

  @Test
  void whileCarriersAreFreeOneThreadInAMillisecondLooks() {
    var looks = new AtomicInteger();
    semaphore = yielding(AdmissionRule.NONE, looks::incrementAndGet);
    for (int i = 0; i < 3; i++) {
      virtually(semaphore::acquire);
      semaphore.release();
    }
    assertThat(looks.get()).isEqualTo(1);
    pass(1);
    virtually(semaphore::acquire);
    assertThat(looks.get()).isEqualTo(2);
  }

  /** The second one has begun to look in the same millisecond in which the third one comes. */
  @Test
  void whileNoneIsFreeEachThreadLooks() {
    var looks = new AtomicInteger();
    Runnable meanwhile =
        () -> {
          pass(2);
          if (looks.incrementAndGet() == 2) {
            pass(-2);
            virtually(semaphore::acquire);
            semaphore.release();
          }
        };
    semaphore = yielding(AdmissionRule.NONE, meanwhile);
    for (int i = 0; i < 2; i++) {
      virtually(semaphore::acquire);
      semaphore.release();
    }
    assertThat(looks.get()).isEqualTo(3);
  }

  @Test
  void whoIsWithoutACarrierCountsAsInside() {
    List<@Nullable Lateness> others = new ArrayList<>();
    Runnable meanwhile =
        () -> {
          if (others.isEmpty()) {
            others.add(null);
            others.set(0, virtually(semaphore::acquire));
            others.add(virtually(semaphore::acquire));
            semaphore.release();
          }
        };
    semaphore = yielding(new AdmissionRule(AdmissionKind.CREDITS), meanwhile);
    virtually(semaphore::acquire);
    assertThat(others).containsExactly(null, Lateness.ADMISSION);
  }

  @Test
  void whoIsInterruptedLeavesTheOthersTheirPlaces() throws Exception {
    semaphore.acquire();
    Actor<@Nullable Lateness> interrupted = waiter().interrupt();
    assertThatThrownBy(interrupted::result)
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(InterruptedException.class);
    Actor<@Nullable Lateness> other = waiter();
    semaphore.release();
    assertThat(other.result()).isNull();
  }

  @Test
  void refusesToHaveTooManyWait() throws Exception {
    semaphore = new DisciplinedSemaphore(1, 1, QueueDiscipline.PLAIN, nanos::get);
    semaphore.acquire();
    Actor<@Nullable Lateness> waiter = waiter();
    assertThatThrownBy(semaphore::acquire).isInstanceOf(RejectedExecutionException.class);
    semaphore.release();
    assertThat(waiter.result()).isNull();
  }

  // ---- with an admission control: two are let in at first

  private DisciplinedSemaphore admitting() {
    return new DisciplinedSemaphore(
        1, 100, QueueDiscipline.PLAIN, new AdmissionRule(AdmissionKind.CREDITS), nanos::get);
  }

  @Test
  void refusesAtOnceWhoIsOneTooMany() throws Exception {
    semaphore = admitting();
    assertThat(semaphore.acquire()).isNull();
    Actor<@Nullable Lateness> waiter = waiter();
    assertThat(semaphore.acquire()).isEqualTo(Lateness.ADMISSION);
    semaphore.release(nanos.get(), nanos.get());
    assertThat(waiter.result()).isNull();
    Actor<@Nullable Lateness> next = waiter();
    assertThat(semaphore.acquire()).isEqualTo(Lateness.ADMISSION);
    semaphore.release(nanos.get(), nanos.get());
    assertThat(next.result()).isNull();
  }

  @Test
  void neverRefusesWhoFindsAPermitFree() throws Exception {
    semaphore = admitting();
    for (int i = 0; i < 10; i++) {
      long arrived = semaphore.now();
      pass(200);
      assertThat(semaphore.acquire()).isNull();
      semaphore.release(arrived, nanos.get());
    }
  }

  @Test
  void longWaitsLetFewerIn() throws Exception {
    semaphore = admitting();
    long arrived = semaphore.now();
    semaphore.acquire();
    pass(1000);
    semaphore.release(arrived, nanos.get());
    assertThat(semaphore.acquire()).isNull();
    assertThat(semaphore.acquire()).isEqualTo(Lateness.ADMISSION);
  }

  @Test
  void withoutOneNobodyReadsTheClockForIt() {
    assertThat(semaphore.now()).isZero();
  }

  @Test
  void needsAPermit() {
    assertThatThrownBy(() -> semaphore(0, QueueDiscipline.PLAIN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 1");
  }

  @Test
  void aFreePermitCostsNoGarbage() throws Exception {
    semaphore = semaphore(1, new QueueDiscipline(QueuePolicy.CODEL_LIFO));
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    assumeThat(threads.isThreadAllocatedMemoryEnabled()).isTrue();
    int times = 1000;
    takeAndGiveBack(times);
    long before = threads.getCurrentThreadAllocatedBytes();
    takeAndGiveBack(times);
    long bytes = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(bytes / times).isZero();
  }

  private void takeAndGiveBack(int times) throws InterruptedException {
    for (int i = 0; i < times; i++) {
      semaphore.acquire();
      semaphore.release();
    }
  }

  /** Threads take and give back, are refused and interrupted; at the end all permits are back. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void noPermitIsLostOrGivenTwice(boolean virtual) throws Exception {
    int permits = 2;
    semaphore =
        new DisciplinedSemaphore(
            permits,
            100,
            new QueueDiscipline(QueuePolicy.CODEL_LIFO).withDeadline(Duration.ofNanos(100_000)),
            System::nanoTime);
    var inside = new AtomicInteger();
    var most = new AtomicInteger();
    List<Actor<Integer>> actors = new ArrayList<>();
    for (int seed = 0; seed < 8; seed++) {
      var random = new SplittableRandom(seed);
      Callable<Integer> act = () -> takeAndGiveBack(random, inside, most);
      actors.add(virtual ? Actor.startVirtual(act) : Actor.start(act));
    }
    var random = new SplittableRandom(8);
    while (!actors.stream().allMatch(Actor::isDone)) {
      actors.get(random.nextInt(actors.size())).interrupt();
      Thread.sleep(Duration.ofNanos(50_000));
    }
    int permitted = 0;
    for (Actor<Integer> actor : actors) {
      permitted += actor.result();
    }
    assertThat(permitted).isPositive();
    assertThat(most.get()).isLessThanOrEqualTo(permits);
    assertThat(semaphore.waiting()).isZero();
    for (int i = 0; i < permits; i++) {
      assertThat(semaphore.acquire()).isNull();
    }
  }

  private int takeAndGiveBack(SplittableRandom random, AtomicInteger inside, AtomicInteger most) {
    int permitted = 0;
    for (int i = 0; i < 2000; i++) {
      try {
        if (semaphore.acquire() == null) {
          permitted++;
          most.accumulateAndGet(inside.incrementAndGet(), Math::max);
          long end = System.nanoTime() + random.nextInt(20_000);
          while (System.nanoTime() < end) {
            Thread.onSpinWait();
          }
          inside.decrementAndGet();
          semaphore.release();
        }
      } catch (InterruptedException e) {
        assertThat(e).as("it has no permit").isNotNull();
      }
    }
    return permitted;
  }
}
