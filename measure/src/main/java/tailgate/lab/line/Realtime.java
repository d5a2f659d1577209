package tailgate.lab.line;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Platform;
import com.sun.jna.Pointer;

/**
 * The scheduling of a thread that stands for a part of the network: it runs as soon as it has
 * something to do, before the threads of all servers and generators, as the kernel's own handling
 * of packets does (sched(7), {@code SCHED_FIFO}).
 */
final class Realtime {

  private static final int FIFO = 1;

  /** The level is above all ordinary threads, and above a generator of low rates. */
  private static final int LEVEL = 2;

  private static final int THIS_THREAD = 0;

  static {
    Native.register(Realtime.class, Platform.C_LIBRARY_NAME);
  }

  private Realtime() {}

  /** Raises this thread, if the kernel allows it; otherwise the thread stays as it is. */
  static void claim() {
    try (Memory level = new Memory(Integer.BYTES)) {
      level.setInt(0, LEVEL);
      sched_setscheduler(THIS_THREAD, FIFO, level);
    } catch (LastErrorException e) {
      // Not in every container. Then packets are later, and LineUse says how much.
    }
  }

  @SuppressWarnings("checkstyle:MethodName") // the name in the C library
  private static native int sched_setscheduler(int thread, int policy, Pointer level)
      throws LastErrorException;
}
