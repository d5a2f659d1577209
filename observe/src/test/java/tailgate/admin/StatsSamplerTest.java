package tailgate.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class StatsSamplerTest {

  private final StatsHistory history = new StatsHistory();
  private final List<Stats.Resize> log = new ArrayList<>();
  private final StatsSampler sampler =
      new StatsSampler(
          () ->
              SomeStats.of(
                  1, "one", new Stats.Resizes(log.size(), 0, Map.of(), Map.of(), List.copyOf(log))),
          history);

  @Test
  void everyResizeIsInOneSample() throws InterruptedException {
    resize(1);
    resize(2);
    sampler.sample();
    assertThat(latest()).extracting(Stats.Resize::to).containsExactly(1, 2);
    sampler.sample();
    assertThat(latest()).isEmpty();
    resize(3);
    sampler.sample();
    assertThat(latest()).extracting(Stats.Resize::to).containsExactly(3);
  }

  @Test
  void allAreNewWhenTheLastOneThatWasSeenIsForgotten() throws InterruptedException {
    resize(1);
    sampler.sample();
    log.clear();
    resize(7);
    resize(8);
    sampler.sample();
    assertThat(latest()).extracting(Stats.Resize::to).containsExactly(7, 8);
  }

  @Test
  void aPoolThatIsNeverResizedIsLeftAsItIs() throws InterruptedException {
    new StatsSampler(() -> SomeStats.of(1), history).sample();
    assertThat(history.after(0, Duration.ZERO).getLast().stats().pool().resizes()).isNull();
  }

  private void resize(int to) {
    log.add(new Stats.Resize(1_000, to - 1, to, "cause", "because"));
  }

  private List<Stats.Resize> latest() throws InterruptedException {
    Stats stats = history.after(0, Duration.ZERO).getLast().stats();
    return Objects.requireNonNull(stats.pool().resizes()).recent();
  }
}
