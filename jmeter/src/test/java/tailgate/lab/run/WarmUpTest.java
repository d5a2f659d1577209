package tailgate.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tailgate.lab.stats.SteadyState;

/** With a made-up server, of which a second passes whenever it is asked. */
class WarmUpTest {

  private long second;
  private long requests;
  private long ticks;

  @Test
  void aSteadyServerIsLeftAloneAfterFifteenSeconds() throws Exception {
    WarmUp.Seen seen = WarmUp.watch(server(0, 1_000), () -> true);

    assertThat(seen.state()).isEqualTo(new SteadyState(true, 15));
    assertThat(seen.windows()).hasSize(15);
  }

  @Test
  void timeCountsFromTheFirstRequest() throws Exception {
    assertThat(WarmUp.watch(server(3, 1_000), () -> true).state().seconds()).isEqualTo(15);
    assertThat(second).isEqualTo(18);
  }

  @Test
  void oneThatBecomesFasterForEverIsGivenUp() throws Exception {
    WarmUp.Seen seen = WarmUp.watch(() -> reading(requests + 1_000 + 50 * second), () -> true);

    assertThat(seen.state()).isEqualTo(new SteadyState(false, 60));
  }

  @Test
  void aServerThatIsTooBusyToAnswerIsAskedAgain() throws Exception {
    Pulse steady = server(0, 1_000);
    Pulse busy =
        () -> {
          Pulse.Reading reading = steady.read();
          if (second % 4 == 0) {
            throw new IOException("Read timed out");
          }
          return reading;
        };

    assertThat(WarmUp.watch(busy, () -> true).state()).isEqualTo(new SteadyState(true, 15));
  }

  @Test
  void whenTheLoadEndsSoDoesTheWatch() throws Exception {
    WarmUp.Seen seen = WarmUp.watch(server(0, 1_000), () -> second < 7);

    assertThat(seen.state().settled()).isFalse();
    assertThat(seen.windows()).hasSize(6);
  }

  private Pulse server(int idleSeconds, int perSecond) {
    return () -> reading(second < idleSeconds ? requests : requests + perSecond);
  }

  private Pulse.Reading reading(long now) {
    boolean first = second == 0;
    second++;
    if (!first) {
      ticks += 80;
      requests = now;
    }
    return new Pulse.Reading(TimeUnit.SECONDS.toNanos(second), requests, ticks);
  }
}
