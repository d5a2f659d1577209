package tailgate.lab.line;

import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import tailgate.lab.load.LineUse;
import tailgate.lab.machine.NetworkLine;

/**
 * One direction of a line: what is read at one end is written at the other one, later or never.
 *
 * <pre>
 *   read ──▶ on the way ──▶ due ──▶ written
 *     └──▶ lost
 * </pre>
 *
 * <ul>
 *   <li>One thread takes packets ({@link #take}), another one passes them on ({@link #pass}). They
 *       share the queue of packets that are on the way, which is thread-safe; only the first adds
 *       to it, only the second takes from it.
 *   <li>Packets leave in the order in which they came, and none before it is due. If the line gets
 *       shorter, those on the way are still as late as before, and those behind them wait.
 *   <li>Each packet that was read is lost by chance, or written once.
 *   <li>At the end of the input the first thread puts the empty packet that it read into the queue,
 *       and both end. A packet that cannot be written is gone, as on a wire whose other end is
 *       down.
 * </ul>
 *
 * <p>{@link #change} and {@link #use} may be called by any thread.
 */
final class Relay {

  /** The end from which packets come. */
  @FunctionalInterface
  interface Input {

    /**
     * Waits for a packet.
     *
     * @return empty if there will be no more
     */
    byte[] read() throws IOException;
  }

  /** The end to which packets go. */
  @FunctionalInterface
  interface Output {
    void write(byte[] packet) throws IOException;
  }

  /** Tells the time, in nanoseconds, and lets it pass. */
  interface Clock {
    long nanos();

    /** Returns at that time or later. */
    void awaitNanos(long time) throws InterruptedException;
  }

  private static final class Packet {

    private final byte[] bytes;
    private final long dueNanos;

    Packet(byte[] bytes, long dueNanos) {
      this.bytes = bytes;
      this.dueNanos = dueNanos;
    }
  }

  /** The longest lag that is told from longer ones, in microseconds. */
  private static final long LONGEST = TimeUnit.MINUTES.toMicros(1);

  private static final int DIGITS = 3;

  private final Input input;
  private final Output output;
  private final Clock clock;
  private final DoubleSupplier chance;
  private final BlockingQueue<Packet> onTheWay = new LinkedBlockingQueue<>();
  private final Recorder lags = new Recorder(LONGEST, DIGITS);
  private final AtomicLong read = new AtomicLong();
  private final AtomicLong lost = new AtomicLong();

  /** Written by {@link #change}, read by the thread that takes. */
  private volatile NetworkLine line;

  /**
   * Creates a relay; its taking thread asks for a chance, 0 to 1, for each packet that can be lost.
   */
  Relay(NetworkLine line, Input input, Output output, Clock clock, DoubleSupplier chance) {
    this.line = line;
    this.input = input;
    this.output = output;
    this.clock = clock;
    this.chance = chance;
  }

  /** Lets packets be as late, and lost as often, as on that line from now on. */
  void change(NetworkLine to) {
    line = to;
  }

  /**
   * Takes a packet.
   *
   * @return false at the end of the input
   */
  boolean take() throws IOException {
    byte[] packet = input.read();
    if (packet.length == 0) {
      onTheWay.add(new Packet(packet, 0));
      return false;
    }
    long now = clock.nanos();
    NetworkLine current = line;
    read.incrementAndGet();
    double loss = current.loss().orElse(0) / 100;
    if (loss > 0 && chance.getAsDouble() < loss) {
      lost.incrementAndGet();
    } else {
      onTheWay.add(new Packet(packet, now + current.delay().toNanos() / 2));
    }
    return true;
  }

  /**
   * Passes a packet on, once it is due.
   *
   * @return false if there will be no more
   */
  boolean pass() throws IOException, InterruptedException {
    Packet packet = onTheWay.take();
    if (packet.bytes.length == 0) {
      return false;
    }
    clock.awaitNanos(packet.dueNanos);
    long lag = Math.max(0, clock.nanos() - packet.dueNanos);
    lags.recordValue(Math.min(LONGEST, TimeUnit.NANOSECONDS.toMicros(lag)));
    output.write(packet.bytes);
    return true;
  }

  /** Returns the use of both directions together since the last call. */
  static LineUse use(Relay toLoad, Relay toServer) {
    Histogram all = toLoad.lags.getIntervalHistogram();
    all.add(toServer.lags.getIntervalHistogram());
    return new LineUse(
        toLoad.read.getAndSet(0) + toServer.read.getAndSet(0),
        toLoad.lost.getAndSet(0) + toServer.lost.getAndSet(0),
        all.getValueAtPercentile(99),
        all.getMaxValue());
  }
}
