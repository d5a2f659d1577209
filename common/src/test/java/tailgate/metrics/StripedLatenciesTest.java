package tailgate.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tailgate.metrics.StripedLatencies.Stripe;

/** Threads that lose their processor while they write are played by stripes that stay claimed. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class StripedLatenciesTest {

  private final StripedLatencies latencies = new StripedLatencies();

  @Test
  void aRequestThatFindsNoFreeStripeWaitsForNobodyAndIsCounted() {
    claimAll();
    latencies.add(StatusClass.SUCCESS, 1_000, 5_000);
    latencies.add(StatusClass.CLIENT_ERROR, 2_000, 7_000);
    releaseAll();

    List<Stripe> all = swapAll();

    assertThat(ended(all, StatusClass.SUCCESS)).isEqualTo(1);
    assertThat(ended(all, StatusClass.CLIENT_ERROR)).isEqualTo(1);
    assertThat(all.stream().mapToLong(its -> its.total().getTotalCount()).sum()).isEqualTo(2);
    assertThat(all.stream().mapToLong(its -> its.total().getMaxValue()).max())
        .hasValue(all.get(0).total().highestEquivalentValue(9_000));
  }

  @Test
  void theNextRequestThatFindsAStripeTakesTheOthersAlong() {
    claimAll();
    latencies.add(StatusClass.SUCCESS, 0, 1);
    latencies.add(StatusClass.SUCCESS, 0, 1);
    latencies.release(0);

    latencies.add(StatusClass.SUCCESS, 0, 1);

    Stripe first = latencies.swap(0, new Stripe());
    assertThat(first.ended(StatusClass.SUCCESS)).isEqualTo(3);
  }

  @Test
  void nothingIsCountedTwice() {
    claimAll();
    latencies.add(StatusClass.SUCCESS, 0, 1);
    releaseAll();

    assertThat(ended(swapAll(), StatusClass.SUCCESS)).isEqualTo(1);
    assertThat(ended(swapAll(), StatusClass.SUCCESS)).isZero();
  }

  @Test
  void allOfManyThreadsAreCountedWhileStripesAreSwapped() throws Exception {
    int each = 20_000;
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int j = 0; j < each; j++) {
                      latencies.add(StatusClass.SUCCESS, j, j);
                    }
                  }));
    }
    long counted = 0;
    while (threads.stream().anyMatch(Thread::isAlive)) {
      counted += ended(swapAll(), StatusClass.SUCCESS);
    }
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(counted + ended(swapAll(), StatusClass.SUCCESS)).isEqualTo(8L * each);
  }

  private void claimAll() {
    IntStream.range(0, latencies.count()).forEach(i -> assertThat(latencies.claim(i)).isTrue());
  }

  private void releaseAll() {
    IntStream.range(0, latencies.count()).forEach(latencies::release);
  }

  private List<Stripe> swapAll() {
    List<Stripe> all = new ArrayList<>();
    for (int i = 0; i < latencies.count(); i++) {
      all.add(latencies.swap(i, new Stripe()));
    }
    return all;
  }

  private static long ended(List<Stripe> stripes, StatusClass status) {
    return stripes.stream().mapToLong(stripe -> stripe.ended(status)).sum();
  }
}
