package tailgate.lab.load;

import org.jspecify.annotations.Nullable;

/**
 * What a server holds, directly after a full collection.
 *
 * @param connections that it has open, as it says itself
 * @param liveBytes of the objects on its heap
 * @param residentKib memory of the process; null where the kernel does not say
 */
public record Footprint(long connections, long liveBytes, @Nullable Long residentKib) {

  private static final double KIB_PER_MIB = 1_024;

  /** Returns what each connection has added to the heap since another footprint, in bytes. */
  public double liveEach(Footprint without) {
    return (double) (liveBytes - without.liveBytes) / (connections - without.connections);
  }

  /** Returns what each connection has added to the process's memory, in KiB; NaN if unknown. */
  public double residentEach(Footprint without) {
    return (resident() - without.resident()) / (connections - without.connections);
  }

  /** Returns the memory of the process in MiB; NaN if unknown. */
  public double residentMib() {
    return resident() / KIB_PER_MIB;
  }

  private double resident() {
    return residentKib == null ? Double.NaN : residentKib;
  }
}
