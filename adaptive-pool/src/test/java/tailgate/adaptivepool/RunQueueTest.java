package tailgate.adaptivepool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On files of the test's own, in the format of the kernel; times in milliseconds. */
final class RunQueueTest {

  @TempDir private Path threads;

  private static final long BEGIN = Long.MAX_VALUE - nanos(20);

  /** Passes with each reading of the clock. */
  private long cost;

  private long nanos = BEGIN;
  private RunQueue runQueue;

  @BeforeEach
  void twoThreadsThatHaveRun() throws IOException {
    runQueue = new RunQueue(threads, this::clock);
    thread("1", 5000, 3000);
    thread("2", 70, 0);
  }

  private long clock() {
    long now = nanos;
    nanos += cost;
    return now;
  }

  private void thread(String id, double ran, double waited) throws IOException {
    Path folder = Files.createDirectories(threads.resolve(id));
    Files.writeString(
        folder.resolve("schedstat"),
        String.format(Locale.ROOT, "%d %d 77\n", nanos(ran), nanos(waited)));
  }

  private Optional<Double> look(double atMillis) {
    nanos = BEGIN + nanos(atMillis);
    return runQueue.look().map(RunQueue.Mean::threads);
  }

  private static long nanos(double millis) {
    return Math.round(millis * 1e6);
  }

  @Test
  void knowsNothingAtTheFirstLook() {
    assertThat(look(0)).isEmpty();
  }

  @Test
  void addsWhatThreadsRanAndWaited() throws IOException {
    look(0);
    thread("1", 5060, 3040);
    thread("2", 90, 100);
    assertThat(look(100).orElseThrow()).isEqualTo(2.2, offset(1e-9));
    assertThat(runQueue.look().orElseThrow().sinceNanos()).isEqualTo(BEGIN);
  }

  @Test
  void saysTheSameUntilItLooksAgain() throws IOException {
    look(0);
    thread("1", 5050, 3000);
    assertThat(look(49)).isEmpty();
    assertThat(look(50)).hasValue(1.0);
    thread("1", 5051, 3000);
    assertThat(look(99)).hasValue(1.0);
    assertThat(look(100).orElseThrow()).isEqualTo(0.02, offset(1e-9));
  }

  @Test
  void restsFiftyTimesAsLongAsALookTakes() throws IOException {
    cost = nanos(2);
    look(0);
    thread("1", 5050, 3000);
    assertThat(look(99)).isEmpty();
    assertThat(look(100)).hasValue(0.5);
  }

  @Test
  void forgetsThreadsThatEndedAndCountsNewOnesFromTheirBegin() throws IOException {
    look(0);
    Files.delete(threads.resolve("2/schedstat"));
    thread("3", 10, 40);
    assertThat(look(100)).hasValue(0.5);
  }

  @Test
  void aLookOfLongAgoIsNoBegin() throws IOException {
    look(0);
    thread("1", 6000, 3000);
    assertThat(look(1001)).isEmpty();
    thread("1", 6100, 3000);
    assertThat(look(1101)).hasValue(1.0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0 0 0\n", "1", "a b c"})
  void knowsNothingWhereTheSystemDoesNotCount(String content) throws IOException {
    for (String id : new String[] {"1", "2"}) {
      Files.writeString(threads.resolve(id).resolve("schedstat"), content);
    }
    look(0);
    assertThat(look(100)).isEmpty();
  }

  @Test
  void knowsNothingOnOtherSystems() {
    runQueue = new RunQueue(threads.resolve("none"), this::clock);
    look(0);
    assertThat(look(100)).isEmpty();
  }
}
