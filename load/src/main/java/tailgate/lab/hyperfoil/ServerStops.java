package tailgate.lab.hyperfoil;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * When the collector of a server's JVM stopped all its threads. HotSpot adds up for how long, in
 * the memory that jstat reads: a file by the number of the process, which the server's user can
 * read. So {@code sun.gc.collector.N.time} is one load from memory, and each request looks at it
 * when it leaves and when its answer is there. The length is that of the collections themselves, as
 * in {@code -Xlog:gc}. Their end is taken to be in the middle between two looks. Shenandoah also
 * adds up there what it does beside the threads, so it is left out.
 *
 * <p>HotSpot counts a collection before it lets the threads go on. It counts safepoints ({@code
 * sun.rt.safepointTime}) after that: where they have one processor, most answers are there before,
 * and the time has what the threads then took.
 *
 * <p>Thread-safe. Times are nanoseconds by the clock of the load.
 */
final class ServerStops {

  /** Knows of no stop: the server is on another machine, or runs without HotSpot. */
  static final ServerStops UNKNOWN = new ServerStops(() -> 0);

  /** Followed by a number: young collections, full ones, and what else stops all threads. */
  private static final String COLLECTOR = "sun.gc.collector.";

  private static final int COLLECTORS = 3;

  private static final String TICKS_PER_SECOND = "sun.os.hrt.frequency";
  private static final double NANOS_PER_SECOND = 1e9;

  // The layout of the file (OpenJDK, perfMemory.hpp and perfData.hpp).
  private static final int IS_LITTLE_ENDIAN = 4;
  private static final int FIRST_ENTRY = 24;
  private static final int ENTRIES = 28;
  private static final int NAME_IN_ENTRY = 4;
  private static final int VALUE_IN_ENTRY = 16;

  private final LongSupplier nanos;

  /** The sum until now. Volatile: read by each look, which takes the lock only if it has grown. */
  private volatile long seen;

  /** When the last stop ended. Volatile: most requests are younger and need no lock. */
  private volatile long lastEnd = Long.MIN_VALUE;

  /** When the last look was. Volatile: several event loops look. */
  private volatile long lastLook;

  /** The stops in their order. Guarded by this. */
  private final List<Stop> stops = new ArrayList<>();

  private record Stop(long begin, long end) {}

  /** Notes each growth of a sum of nanoseconds from now on. */
  ServerStops(LongSupplier nanos) {
    this.nanos = nanos;
    this.seen = nanos.getAsLong();
  }

  /** Opens the memory of a server on this machine; {@link #UNKNOWN} if there is none. */
  static ServerStops of(long pid) {
    Path file = Path.of("/tmp/hsperfdata_" + System.getProperty("user.name"), Long.toString(pid));
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer memory = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
      memory.order(
          memory.get(IS_LITTLE_ENDIAN) == 1 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
      List<Integer> times = new ArrayList<>();
      for (int i = 0; i < COLLECTORS; i++) {
        Integer name = place(memory, COLLECTOR + i + ".name");
        Integer time = place(memory, COLLECTOR + i + ".time");
        if (name != null && time != null && !beginsWith(memory, name, "Shenandoah")) {
          times.add(time);
        }
      }
      Integer frequency = place(memory, TICKS_PER_SECOND);
      if (times.isEmpty() || frequency == null) {
        return UNKNOWN;
      }
      double nanosPerTick = NANOS_PER_SECOND / memory.getLong(frequency);
      return new ServerStops(() -> Math.round(sum(memory, times) * nanosPerTick));
    } catch (IOException | IndexOutOfBoundsException e) {
      return UNKNOWN;
    }
  }

  private static long sum(ByteBuffer memory, List<Integer> places) {
    long sum = 0;
    for (int place : places) {
      sum += memory.getLong(place);
    }
    return sum;
  }

  /** Returns where the value of a name is; null if nowhere. */
  private static @Nullable Integer place(ByteBuffer memory, String name) {
    int entry = memory.getInt(FIRST_ENTRY);
    for (int i = 0; i < memory.getInt(ENTRIES); i++) {
      if (beginsWith(memory, entry + memory.getInt(entry + NAME_IN_ENTRY), name + '\0')) {
        return entry + memory.getInt(entry + VALUE_IN_ENTRY);
      }
      entry += memory.getInt(entry);
    }
    return null;
  }

  private static boolean beginsWith(ByteBuffer memory, int at, String text) {
    return IntStream.range(0, text.length()).allMatch(i -> memory.get(at + i) == text.charAt(i));
  }

  /** Looks whether the server has stood still until now. */
  void look(long now) {
    if (nanos.getAsLong() != seen) {
      stopped(now);
    }
    lastLook = now;
  }

  private synchronized void stopped(long now) {
    long sum = nanos.getAsLong();
    if (sum > seen) {
      long end = Math.max(lastEnd, now - Math.max(0, now - lastLook) / 2);
      stops.add(new Stop(Math.max(lastEnd, end - (sum - seen)), end));
      lastEnd = end;
    }
    seen = sum;
  }

  /** Returns for how many microseconds of this time the server is known to have stood still. */
  long micros(long from, long to) {
    return from >= to || lastEnd <= from ? 0 : Micros.of(shared(from, to));
  }

  private synchronized long shared(long from, long to) {
    long shared = 0;
    for (int i = stops.size() - 1; i >= 0 && stops.get(i).end > from; i--) {
      Stop stop = stops.get(i);
      shared += Math.max(0, Math.min(to, stop.end) - Math.max(from, stop.begin));
    }
    return shared;
  }
}
