package tailgate.lab.line;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.LineUse;
import tailgate.lab.machine.NetworkLine;

/** Both threads of a relay are the one of the test, and its clock stands still by itself. */
class RelayTest {

  private static final long MILLI = Duration.ofMillis(1).toNanos();

  private final Deque<String> arriving = new ArrayDeque<>();
  private final Deque<Double> chances = new ArrayDeque<>();
  private final List<String> left = new ArrayList<>();
  private final StoppedClock clock = new StoppedClock();

  /** Time passes only while somebody waits for it, and then as much as asked for and a bit more. */
  private static final class StoppedClock implements Relay.Clock {
    private long now;
    private long late;

    @Override
    public long nanos() {
      return now;
    }

    @Override
    public void awaitNanos(long time) {
      now = Math.max(now, time + late);
    }
  }

  private Relay relay(String line) {
    return new Relay(
        NetworkLine.parse(line),
        () -> arriving.isEmpty() ? new byte[0] : arriving.remove().getBytes(US_ASCII),
        packet -> left.add(new String(packet, US_ASCII) + " at " + clock.now / MILLI),
        clock,
        chances::remove);
  }

  @Test
  void aPacketLeavesHalfOfTheDelayAfterItCame() throws Exception {
    Relay relay = relay("20ms");
    arriving.add("one");
    clock.now = 5 * MILLI;

    assertThat(relay.take()).isTrue();
    assertThat(relay.pass()).isTrue();

    assertThat(left).containsExactly("one at 15");
  }

  @Test
  void packetsLeaveInTheOrderInWhichTheyCameEvenIfTheLineGetsShorter() throws Exception {
    Relay relay = relay("20ms");
    arriving.addAll(List.of("far", "near"));

    relay.take();
    relay.change(NetworkLine.parse("0ms"));
    clock.now = 2 * MILLI;
    relay.take();
    relay.pass();
    relay.pass();

    assertThat(left).containsExactly("far at 10", "near at 10");
  }

  @Test
  void whetherAPacketIsLostIsDecidedForEach() throws Exception {
    Relay relay = relay("0ms,loss=1");
    arriving.addAll(List.of("lost", "kept"));
    chances.addAll(List.of(0.0099, 0.01));

    relay.take();
    relay.take();
    relay.pass();

    assertThat(left).containsExactly("kept at 0");
    assertThat(Relay.use(relay, relay("0ms"))).isEqualTo(new LineUse(2, 1, 0, 0));
  }

  @Test
  void aLineThatLosesNothingLeavesNothingToChance() throws Exception {
    Relay relay = relay("0ms,loss=0");
    arriving.add("one");

    assertThat(relay.take()).isTrue(); // there is no chance to be had
  }

  @Test
  void atTheEndOfTheInputWhatIsOnTheWayStillLeaves() throws Exception {
    Relay relay = relay("20ms");
    arriving.add("last");

    assertThat(relay.take()).isTrue();
    assertThat(relay.take()).isFalse();
    assertThat(relay.pass()).isTrue();
    assertThat(relay.pass()).isFalse();

    assertThat(left).containsExactly("last at 10");
  }

  @Test
  void howMuchTooLateThePacketsOfBothDirectionsLeftIsCountedAnewEachTime() throws Exception {
    Relay one = relay("20ms");
    Relay other = relay("20ms");
    clock.late = 3 * MILLI;
    arriving.addAll(List.of("here", "there"));
    one.take();
    other.take();
    one.pass();

    LineUse use = Relay.use(one, other);
    assertThat(use.packets()).isEqualTo(2);
    assertThat(use.lagMaxMicros()).isBetween(3_000L, 3_010L);

    clock.late = 0;
    other.pass();
    assertThat(Relay.use(one, other).packets()).isZero();
  }

  @Test
  void aPacketThatCannotBeWrittenIsGoneAndTheNextOneIsNot() throws Exception {
    List<String> tried = new ArrayList<>();
    Relay relay =
        new Relay(
            NetworkLine.parse("0ms"),
            () -> arriving.remove().getBytes(US_ASCII),
            packet -> {
              tried.add(new String(packet, US_ASCII));
              if (tried.size() == 1) {
                throw new IOException("down");
              }
            },
            clock,
            chances::remove);
    arriving.addAll(List.of("one", "two"));
    relay.take();
    relay.take();

    assertThat(tried).isEmpty();
    assertThatThrownBy(relay::pass).hasMessage("down");
    assertThat(relay.pass()).isTrue();
    assertThat(tried).containsExactly("one", "two");
  }
}
