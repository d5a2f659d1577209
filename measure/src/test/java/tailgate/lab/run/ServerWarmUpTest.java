package tailgate.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static tailgate.lab.stats.SteadyState.EARLIEST;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.process.Children;
import tailgate.lab.stats.SteadyState;

/** With a made-up server, of which a second passes whenever it is asked. */
class ServerWarmUpTest {

  private long second;
  private long requests;
  private long ticks;

  @Test
  void aSteadyServerIsLeftAloneAfterFifteenSeconds() throws Exception {
    ServerWarmUp.Seen seen = ServerWarmUp.watch(server(0, 1_000), () -> true, EARLIEST);

    assertThat(seen.state()).isEqualTo(new SteadyState(true, 15));
    assertThat(seen.windows()).hasSize(15);
  }

  @Test
  void timeCountsFromTheFirstRequest() throws Exception {
    assertThat(ServerWarmUp.watch(server(3, 1_000), () -> true, EARLIEST).state().seconds())
        .isEqualTo(15);
    assertThat(second).isEqualTo(18);
  }

  @Test
  void oneThatBecomesFasterForEverIsGivenUp() throws Exception {
    ServerWarmUp.Seen seen =
        ServerWarmUp.watch(() -> reading(requests + 1_000 + 50 * second), () -> true, EARLIEST);

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

    assertThat(ServerWarmUp.watch(busy, () -> true, EARLIEST).state())
        .isEqualTo(new SteadyState(true, 15));
  }

  @Test
  void whenTheLoadEndsSoDoesTheWatch() throws Exception {
    ServerWarmUp.Seen seen = ServerWarmUp.watch(server(0, 1_000), () -> second < 7, EARLIEST);

    assertThat(seen.state().settled()).isFalse();
    assertThat(seen.windows()).hasSize(6);
  }

  @Test
  void withASecondLoadTenSecondsAreEnough() throws Exception {
    ServerWarmUp.Seen seen =
        ServerWarmUp.watch(server(0, 1_000), () -> true, SteadyState.EARLIEST_AGAIN);

    assertThat(seen.state()).isEqualTo(new SteadyState(true, 10));
  }

  @Test
  void eachKindOfConnectionIsTried(@TempDir Path raw) throws Exception {
    List<LoadSpec> driven = new ArrayList<>();
    ServerWarmUp warmUp = ServerWarmUp.closed("/x", List.of(false, true), 4, Duration.ofSeconds(1));

    warmUp.at(
        new Ready(1, 1, Optional.empty()),
        (load, server, context) -> driven.add(load),
        new RunContext(
            new Children(Duration.ofSeconds(1)), new PrintWriter(Writer.nullWriter()), raw));

    assertThat(driven).extracting(LoadSpec::keepAlive).containsExactly(false, true);
    assertThat(raw.resolve("warm-up")).isDirectory();
    assertThat(raw.resolve("warm-up-2")).isDirectory();
  }

  @Test
  void aServerHasSettledIfItHasWithEachKind() {
    SteadyState both = new SteadyState(true, 15).then(new SteadyState(false, 60));

    assertThat(both).isEqualTo(new SteadyState(false, 75));
    assertThat(new SteadyState(true, 15).then(new SteadyState(true, 10)))
        .isEqualTo(new SteadyState(true, 25));
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
