package tailgate.server.connection;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.http.Body;
import tailgate.http.Response;
import tailgate.server.buffer.WriteBuffer;
import tailgate.server.observe.ServerCounters;
import tailgate.server.observe.ServerCounters.Overload;

/**
 * The descriptors that connections share with the files that are being sent on them.
 *
 * <p>If none is left for a file, the connection that has been idle for longest gives its own. If
 * none is idle, a few files more may be open; beyond them a request gets 503.
 *
 * <p>Other parts of the process, such as a user's handler, or of the machine may take more than the
 * {@link DescriptorBudget} leaves them. Then connections and files get fewer, so that there is a
 * reserve again; each second a hundredth of those is given back.
 *
 * <p>Thread-safe. Tests: SharedDescriptorsTest.
 */
final class SharedDescriptors {

  private static final long SWEEPS_A_SECOND = Duration.ofSeconds(1).dividedBy(DeadlineClock.PERIOD);

  private final ConnectionLimit limit;
  private final int reserve;
  private final BooleanSupplier endIdle;
  private final ServerCounters counters;
  private final BooleanSupplier noneLeft;

  /** The number of sweeps so far. Confined to the thread that sweeps. */
  private int sweeps;

  /**
   * Creates a count to which all descriptors of {@code limit} are free.
   *
   * @param reserve how many others should be free; files may take half of them
   * @param endIdle ends the connection that has been idle for longest, if one is idle
   * @param noneLeft whether no descriptor can be opened now
   */
  SharedDescriptors(
      ConnectionLimit limit,
      int reserve,
      BooleanSupplier endIdle,
      ServerCounters counters,
      BooleanSupplier noneLeft) {
    this.limit = limit;
    this.reserve = reserve;
    this.endIdle = endIdle;
    this.counters = counters;
    this.noneLeft = noneLeft;
  }

  /** The response with its file, which is counted until it is closed; or a 503 instead. */
  Response counted(Response response, Body.Transfer file) {
    limit.takeDescriptor();
    Response counted = null;
    try {
      if (hasRoomForTaken()) {
        counted = response.with(new OpenFile(file, limit));
      }
    } finally {
      if (counted == null) { // also if there is no memory
        WriteBuffer.discard(file);
        limit.returnDescriptor();
      }
    }
    return counted == null ? refused() : counted;
  }

  private boolean hasRoomForTaken() {
    return limit.freeDescriptors() >= 0
        || endIdle.getAsBoolean()
        || limit.freeDescriptors() >= -reserve / 2;
  }

  /**
   * Makes room if a handler has found no descriptor.
   *
   * @return the 503 for its request; null if it has failed for another reason
   */
  @Nullable Response afterFailure(Throwable thrown) {
    return thrown instanceof IOException && makeRoom() ? refused() : null;
  }

  /**
   * Ends idle connections, as many as the reserve, if there is no descriptor. The text of the error
   * that was seen depends on the locale, so this is found out by an attempt.
   *
   * @return whether there is none
   */
  boolean makeRoom() {
    if (!noneLeft.getAsBoolean()) {
      return false;
    }
    if (limit.withholdDescriptors(reserve)) {
      for (int i = 0; i < reserve && endIdle.getAsBoolean(); i++) {
        // ends one each time
      }
    }
    return true;
  }

  /** Gives some back each second. */
  void sweep() {
    if (++sweeps % SWEEPS_A_SECOND == 0) {
      limit.restoreDescriptors();
    }
  }

  private Response refused() {
    counters.count(Overload.DESCRIPTORS);
    return Rejection.RESPONSE;
  }

  /**
   * A file that returns its descriptor.
   *
   * @param open whether it has not returned it yet
   */
  private record OpenFile(Body.Transfer file, ConnectionLimit limit, AtomicBoolean open)
      implements Body.Transfer {

    OpenFile(Body.Transfer file, ConnectionLimit limit) {
      this(file, limit, new AtomicBoolean(true));
    }

    @Override
    public long length() {
      return file.length();
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target)
        throws IOException {
      return file.transferTo(position, count, target);
    }

    @Override
    public int read(long position, ByteBuffer into) throws IOException {
      return file.read(position, into);
    }

    @Override
    public void close() throws IOException {
      try {
        file.close();
      } finally {
        if (open.compareAndSet(true, false)) {
          limit.returnDescriptor();
        }
      }
    }
  }
}
