package tailgate.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.EnumSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.server.FakeClock;
import tailgate.server.StubChannel;
import tailgate.server.connection.ConnectionDeadline.Wait;
import tailgate.server.observe.ServerCounters;

final class ConnectionDeadlineTest {

  /** The precision that the nanoseconds lose to the wait. */
  private static final long GRAIN = 8;

  /** How long each wait may take. */
  private static final Duration BRIEF = Duration.ofNanos(1_000);

  /** 1 µs, and a byte is worth 100 ns. */
  private static DeadlineClock withLeastRate(FakeClock clock) {
    return new DeadlineClock(clock, new Timeouts(BRIEF, BRIEF, BRIEF, BRIEF, 10_000_000));
  }

  private final FakeClock clock = new FakeClock(0);
  private final ConnectionDeadline deadline = at(clock);

  private static ConnectionDeadline at(FakeClock clock) {
    try {
      return new ConnectionDeadline(
          new StubChannel(false),
          new DeadlineClock(clock, new Timeouts(BRIEF, BRIEF, BRIEF, BRIEF)),
          new ServerCounters());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void waitFor(Wait wait, ConnectionDeadline deadline) {
    switch (wait) {
      case NOTHING -> deadline.waitForNothing();
      case REQUEST -> deadline.waitForRequest();
      case HEAD -> deadline.waitForHead();
      case BODY -> deadline.waitForBody();
      case WRITE -> deadline.waitForRoom(0);
    }
  }

  @Test
  void waitsForNothingAtFirst() {
    assertThat(deadline.waitingFor()).isEqualTo(Wait.NOTHING);
    assertThat(deadline.takeExpired(Long.MAX_VALUE)).isEqualTo(Wait.NOTHING);
  }

  @ParameterizedTest
  @EnumSource(Wait.class)
  void saysWhatItWaitsFor(Wait wait) {
    waitFor(wait, deadline);
    assertThat(deadline.waitingFor()).isEqualTo(wait);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1_000, Long.MAX_VALUE - 500, Long.MIN_VALUE, -1_000})
  void expiresAtItsTimeAlsoIfNanosecondsOverflow(long now) {
    for (Wait wait : EnumSet.complementOf(EnumSet.of(Wait.NOTHING))) {
      ConnectionDeadline then = at(new FakeClock(now));
      waitFor(wait, then);
      assertThat(then.takeExpired(now + 1_000 - GRAIN)).isEqualTo(Wait.NOTHING);
      assertThat(then.takeExpired(now + 1_000)).isEqualTo(wait);
    }
  }

  @Test
  void expiresOnce() {
    deadline.waitForRoom(0);
    assertThat(deadline.takeExpired(2_000)).isEqualTo(Wait.WRITE);
    assertThat(deadline.takeExpired(2_000)).isEqualTo(Wait.NOTHING);
    assertThat(deadline.waitingFor()).isEqualTo(Wait.NOTHING);
  }

  @Test
  void neverExpiresOnceCleared() {
    deadline.waitForBody();
    deadline.waitForNothing();
    assertThat(deadline.takeExpired(Long.MAX_VALUE)).isEqualTo(Wait.NOTHING);
  }

  @ParameterizedTest
  @EnumSource(Wait.class)
  void standsStillWhileTheClientWaits(Wait wait) {
    waitFor(wait, deadline);
    deadline.pause();
    assertThat(deadline.takeExpired(Long.MAX_VALUE)).isEqualTo(Wait.NOTHING);
  }

  @Test
  void endsNoWaitWhoseBytesTheOwnerIsAboutToRead() throws Exception {
    try (ServerSocketChannel listener = ServerSocketChannel.open();
        SocketChannel client = SocketChannel.open()) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      client.connect(listener.getLocalAddress());
      try (SocketChannel channel = listener.accept()) {
        DeadlineClock time = new DeadlineClock(clock, new Timeouts(BRIEF, BRIEF, BRIEF, BRIEF));
        var it = new ConnectionDeadline(channel, time, new ServerCounters());
        it.waitForRequest();
        client.write(ByteBuffer.wrap(new byte[1]));
        pass(time, 2_000);
        it.expire();
        it.endIdleWait();
        assertThat(it.ranOut()).isFalse();
        assertThat(channel.read(ByteBuffer.allocate(2))).isEqualTo(1);
        it.expire();
        assertThat(it.ranOut()).isTrue();
        assertThat(channel.read(ByteBuffer.allocate(2))).isEqualTo(-1);
      }
    }
  }

  @Test
  void hasNotAskedBeforeAHeadIsWhole() {
    DeadlineClock time = withLeastRate(clock);
    ConnectionDeadline client = at(time);
    client.waitForRequest();
    pass(time, 80);
    assertThat(client.unaskedNanos()).isEqualTo(80);
    client.progressed(1);
    client.waitForHead();
    pass(time, 40);
    assertThat(client.unaskedNanos()).isEqualTo(40);
    client.waitForBody();
    assertThat(client.unaskedNanos()).isNegative();
  }

  @Test
  void endsNoWaitForRoomWhileTheVirtualThreadWaitsForACarrier() throws Exception {
    DeadlineClock time = new DeadlineClock(clock, new Timeouts(BRIEF, BRIEF, BRIEF, BRIEF));
    var it = new ConnectionDeadline(new StubChannel(true), time, new ServerCounters());
    var runnable = new CountDownLatch(1);
    var blocked = new CountDownLatch(1);
    var runs = new AtomicBoolean(true);
    Thread owner =
        Thread.startVirtualThread(
            () -> {
              it.waitForRoom(0);
              runnable.countDown();
              while (runs.get()) {
                Thread.onSpinWait();
              }
              await(blocked);
            });
    runnable.await();
    pass(time, 2_000);
    it.expire();
    assertThat(it.ranOut()).isFalse();
    runs.set(false);
    while (owner.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    it.expire();
    assertThat(it.ranOut()).isTrue();
    blocked.countDown();
    owner.join();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  // ---- the time for all waits together

  @Test
  void countsAllSilencesOfAHeadTogether() {
    DeadlineClock time = new DeadlineClock(clock, new Timeouts(BRIEF, BRIEF, BRIEF, BRIEF));
    ConnectionDeadline head = at(time);
    silence(head, time, Wait.HEAD, 600);
    clock.pass(Duration.ofNanos(5_000)); // waits for a worker
    time.advance();
    silence(head, time, Wait.HEAD, 392);
    head.waitForHead();
    pass(time, 8);
    assertThat(head.isOver()).isTrue();
  }

  @Test
  void withoutALeastRateABodyMayTakeAnyTimeThatItProgresses() {
    DeadlineClock time = new DeadlineClock(clock, new Timeouts(BRIEF, BRIEF, BRIEF, BRIEF));
    ConnectionDeadline body = at(time);
    for (int i = 0; i < 100; i++) {
      silence(body, time, Wait.BODY, 992);
      body.progressed(1);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Wait.class,
      names = {"BODY", "WRITE"})
  void belowTheLeastRateTheTimeRunsOut(Wait wait) {
    DeadlineClock time = withLeastRate(clock);
    ConnectionDeadline slow = at(time);
    silence(slow, time, wait, 800);
    slow.progressed(1);
    waitFor(wait, slow);
    pass(time, 304);
    assertThat(slow.isOver()).as("1,104 ns of silence for 1 byte").isTrue();
  }

  @ParameterizedTest
  @EnumSource(
      value = Wait.class,
      names = {"BODY", "WRITE"})
  void atTheLeastRateTheTimeNeverRunsOut(Wait wait) {
    DeadlineClock time = withLeastRate(clock);
    ConnectionDeadline steady = at(time);
    for (int i = 0; i < 100; i++) {
      silence(steady, time, wait, 800);
      steady.progressed(8);
    }
  }

  @Test
  void bytesBuyNoMoreTimeThanThereWasAtFirst() {
    DeadlineClock time = withLeastRate(clock);
    ConnectionDeadline body = at(time);
    silence(body, time, Wait.BODY, 8);
    body.progressed(1_000_000);
    body.waitForBody();
    pass(time, 1_000);
    assertThat(body.isOver()).isTrue();
  }

  // ---- what the kernel says of a slow client

  /** As in a sweep in which the kernel holds so much. */
  private static void ask(ConnectionDeadline it, long queued) {
    if (it.isSlow()) {
      it.queued(queued);
    }
  }

  /** A thousand bytes are in the kernel, and it was seen before. */
  private static ConnectionDeadline slow(DeadlineClock time) {
    ConnectionDeadline slow = at(time);
    slow.waitForRoom(1_000);
    ask(slow, 1_000);
    ask(slow, 999);
    return slow;
  }

  @Test
  void aClientIsAskedAboutOnlyWhileOneWaitForRoomGoesOn() {
    DeadlineClock time = withLeastRate(clock);
    ConnectionDeadline fast = at(time);
    fast.waitForRoom(1_000);
    assertThat(fast.isSlow()).as("seen first").isFalse();
    pass(time, 8);
    fast.progressed(10);
    fast.waitForRoom(1_010);
    assertThat(fast.isSlow()).as("another wait").isFalse();
    assertThat(fast.isSlow()).isTrue();
    fast.waitForNothing();
    assertThat(fast.isSlow()).isFalse();
  }

  @Test
  void aSlowReaderIsNotLate() {
    DeadlineClock time = withLeastRate(clock);
    ConnectionDeadline slow = slow(time);
    for (int queued = 990; queued > 0; queued -= 9) { // 900 ns of 896
      pass(time, 896);
      ask(slow, queued);
      assertThat(slow.isOver()).as("with %d bytes in the kernel", queued).isFalse();
    }
  }

  @Test
  void aClientThatTakesNothingIsLateThoughItsKernelHasTakenABuffer() {
    DeadlineClock time = withLeastRate(clock);
    ConnectionDeadline dead = at(time);
    dead.waitForRoom(1 << 20);
    for (int i = 0; i < 5; i++) {
      pass(time, 200);
      ask(dead, 900_000);
    }
    assertThat(dead.isOver()).isTrue();
  }

  @Test
  void belowTheLeastRateASlowReaderIsLate() {
    DeadlineClock time = withLeastRate(clock);
    ConnectionDeadline slow = slow(time);
    pass(time, 800);
    ask(slow, 998);
    pass(time, 304);
    assertThat(slow.isOver()).as("1,104 ns for 1 byte").isTrue();
  }

  /** curl 7.88 with --limit-rate does it. */
  @Test
  void whatAClientHasTakenBeforeBuysOneLongSilence() {
    DeadlineClock time = withLeastRate(clock);
    ConnectionDeadline pausing = at(time);
    pausing.waitForRoom(4 << 20);
    ask(pausing, 1 << 20);
    ask(pausing, 1 << 20);
    pass(time, 9_992);
    assertThat(pausing.isOver()).isFalse();
    pass(time, 8);
    assertThat(pausing.isOver()).isTrue();
  }

  @Test
  void withoutALeastRateWhatAClientTakesBuysTheWriteTimeoutOnce() {
    var time = new DeadlineClock(clock, new Timeouts(BRIEF, BRIEF, BRIEF, BRIEF));
    ConnectionDeadline slow = slow(time);
    for (int queued = 990; queued > 900; queued--) {
      pass(time, 992);
      ask(slow, queued);
    }
    pass(time, 992);
    assertThat(slow.isOver()).isFalse();
    pass(time, 8);
    assertThat(slow.isOver()).isTrue();
  }

  @Test
  void bytesBuyTimeOnceThoughTheyAreTakenAndWritten() {
    DeadlineClock time = withLeastRate(clock);
    ConnectionDeadline slow = slow(time);
    pass(time, 800);
    ask(slow, 992); // 7 bytes: 700 ns, of 200 that were left
    pass(time, 400);
    slow.progressed(7); // room for the same 7 bytes
    slow.waitForRoom(1_007);
    pass(time, 480);
    assertThat(slow.isOver()).isFalse();
    pass(time, 24);
    assertThat(slow.isOver()).as("1,700 ns for 7 bytes").isTrue();
  }

  /** A client that says nothing for so long, and then something. */
  private void silence(ConnectionDeadline it, DeadlineClock time, Wait wait, long nanos) {
    waitFor(wait, it);
    pass(time, nanos);
    assertThat(it.isOver()).isFalse();
    it.pause();
  }

  private void pass(DeadlineClock time, long nanos) {
    clock.pass(Duration.ofNanos(nanos));
    time.advance();
  }

  private static ConnectionDeadline at(DeadlineClock time) {
    try {
      return new ConnectionDeadline(new StubChannel(false), time, new ServerCounters());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
