package tailgate.virtualthreads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import tailgate.metrics.CarrierHealth;
import tailgate.virtualthreads.CarrierThreads.Sample;

final class CarrierWatchdogTest {

  private static final long MILLI = 1_000_000;

  private final List<Sample> carriers = new ArrayList<>();
  private boolean starved;
  private int dumps;

  private final CarrierWatchdog watchdog =
      new CarrierWatchdog(
          () -> List.copyOf(carriers),
          task -> {
            if (!starved) {
              task.run();
            }
          },
          () -> {
            dumps++;
            return "at Handler.handle\n";
          });

  @Test
  void aCarrierIsStuckThatRunsAVirtualThreadInFourLooksAndDoesNothing() {
    carriers.add(carrier(1, true, 0));
    carriers.add(carrier(2, false, 0));

    look(CarrierWatchdog.LOOKS - 1);
    assertThat(watchdog.health()).isEqualTo(CarrierHealth.FREE);

    look(1);
    assertThat(watchdog.health())
        .isEqualTo(new CarrierHealth(2, 1, 1, false, "at Handler.handle\n"));
    assertThat(watchdog.health().inOneLine())
        .isEqualTo("live, but 1 of 2 carriers wait for a second or longer");
  }

  @Test
  void aBusyCarrierIsNotStuck() {
    for (int look = 0; look < 20; look++) {
      carriers.clear();
      carriers.add(carrier(1, true, look * MILLI));
      look(1);
    }

    assertThat(watchdog.health()).isEqualTo(CarrierHealth.FREE);
  }

  @Test
  void aCarrierWithoutAVirtualThreadIsNotStuck() {
    carriers.add(carrier(1, false, 0));

    look(20);

    assertThat(watchdog.health()).isEqualTo(CarrierHealth.FREE);
  }

  @Test
  void aCarrierThatGoesOnIsNoLongerStuck() {
    carriers.add(carrier(1, true, 0));
    look(CarrierWatchdog.LOOKS);
    carriers.set(0, carrier(1, true, MILLI));

    look(1);

    assertThat(watchdog.health()).isEqualTo(CarrierHealth.FREE);
  }

  @Test
  void computingCarriersCanStarveVirtualThreadsAndTheServerIsAlive() {
    starved = true;
    for (int look = 0; look < CarrierWatchdog.LOOKS; look++) {
      carriers.clear();
      carriers.add(carrier(1, true, look * MILLI));
      look(1);
    }

    assertThat(watchdog.health().inOneLine())
        .isEqualTo("live, but no virtual thread has begun to run for a second");
    assertThat(watchdog.health().isDead()).isFalse();
  }

  @Test
  void aServerIsDeadIfAllCarriersAreStuckAndNoVirtualThreadRuns() {
    starved = true;
    carriers.add(carrier(1, true, 0));
    carriers.add(carrier(2, true, 0));

    look(CarrierWatchdog.LOOKS - 1);
    assertThat(watchdog.health().isDead()).isFalse();

    look(1);
    assertThat(watchdog.health().isDead()).isTrue();
  }

  /** Java 21 adds carriers for a while. It leaves those idle that it does not need any more. */
  @Test
  void aServerIsDeadIfTheCarriersThatAreNotStuckGetNothingToRun() {
    starved = true;
    carriers.add(carrier(1, true, 0));
    carriers.add(carrier(2, false, 0));

    look(CarrierWatchdog.LOOKS);

    assertThat(watchdog.health().isDead()).isTrue();
    assertThat(watchdog.health().inOneLine())
        .isEqualTo("stuck: 1 of 2 carriers wait for a second or longer, the others run nothing");
  }

  /** Each look finds the second one between two virtual threads. */
  @Test
  void aServerIsAliveWhileACarrierGoesOn() {
    starved = true;
    for (int look = 0; look < 20; look++) {
      carriers.clear();
      carriers.add(carrier(1, true, 0));
      carriers.add(carrier(2, false, look * MILLI));
      look(1);
    }

    assertThat(watchdog.health().stuck()).isEqualTo(1);
    assertThat(watchdog.health().isDead()).isFalse();
  }

  @Test
  void aServerIsAliveWhileACarrierHasJustBegun() {
    starved = true;
    carriers.add(carrier(1, true, 0));
    look(CarrierWatchdog.LOOKS);
    assertThat(watchdog.health().isDead()).isTrue();
    carriers.add(carrier(2, true, 0));

    look(1);

    assertThat(watchdog.health().isDead()).isFalse();
  }

  @Test
  void stacksAreTakenOnceForWhatDoesNotChange() {
    carriers.add(carrier(1, true, 0));

    look(1_000);

    assertThat(dumps).isEqualTo(1);
  }

  @Test
  void stacksAreNotTakenEachTimeThatACarrierIsStuckForAMoment() {
    for (int time = 0; time < 5; time++) {
      carriers.clear();
      carriers.add(carrier(1, true, time * MILLI));
      look(CarrierWatchdog.LOOKS);
    }

    assertThat(dumps).isEqualTo(1);
  }

  /** From Java 25 on, the first sleep starts another thread in the group of the carriers. */
  @Test
  void theThreadThatEndsSleepsIsNoCarrier() throws Exception {
    Thread.ofVirtual().start(CarrierWatchdogTest::sleep).join();

    assertThat(new CarrierThreads().look())
        .isNotEmpty()
        .allSatisfy(carrier -> assertThat(carrier.name()).contains("-worker-"));
  }

  /** No Java frees the carrier of a thread that runs the initializer of a class. */
  @Test
  void realCarriersThatAreAllStuckAfterASleepAreSeenWithTheirStacks() throws Exception {
    Thread.ofVirtual().start(CarrierWatchdogTest::sleep).join();
    CountDownLatch release = new CountDownLatch(1);
    Holder.release = release;
    var real =
        new CarrierWatchdog(
            new CarrierThreads()::look, CarrierWatchdog::start, new CarrierStacks()::take);
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      int most = 2 * Runtime.getRuntime().availableProcessors();
      for (int i = 0; i < most; i++) {
        executor.execute(Holder::touch);
      }
      try {
        Awaitility.await()
            .until(
                () -> {
                  real.look();
                  return real.health().isDead();
                });
        assertThat(real.health().inOneLine()).startsWith("stuck: ");
        assertThat(real.health().stacks()).contains("carrier", " runs ", "Holder.touch");
      } finally {
        release.countDown();
      }
    }
    Awaitility.await()
        .until(
            () -> {
              real.look();
              return real.health().equals(CarrierHealth.FREE);
            });
  }

  private static void sleep() {
    try {
      Thread.sleep(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Waits in the initializer of a class, another one with each call: from Java 26 on, a thread that
   * waits for the initializer that another thread runs releases its carrier.
   */
  private static final class Holder {

    /** Set before the class below is initialized; volatile: read by virtual threads. */
    static volatile CountDownLatch release = new CountDownLatch(0);

    static void touch() {
      String file = "CarrierWatchdogTest$Holder$Slow.class";
      try (InputStream slow = Holder.class.getResourceAsStream(file)) {
        MethodHandles.lookup().defineHiddenClass(slow.readAllBytes(), true);
      } catch (IOException | IllegalAccessException e) {
        throw new AssertionError(e);
      }
    }

    @SuppressWarnings("UnusedNestedClass") // its bytes are defined as another class
    static final class Slow {

      static {
        try {
          release.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  @Test
  void theThreadEndsWithItsExecutor() {
    Set<Thread> ofOthers = watching();
    ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    CarrierWatchdog.until(executor);
    Set<Thread> its = watching();
    its.removeAll(ofOthers);
    assertThat(its).hasSize(1);

    executor.close();

    Awaitility.await().until(() -> its.stream().noneMatch(Thread::isAlive));
  }

  private static Set<Thread> watching() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("tailgate-carriers"))
        .collect(Collectors.toCollection(HashSet::new));
  }

  private void look(int times) {
    for (int i = 0; i < times; i++) {
      watchdog.look();
    }
  }

  private static Sample carrier(long id, boolean mounted, long cpuNanos) {
    return new Sample(id, "carrier-" + id, mounted, cpuNanos);
  }
}
