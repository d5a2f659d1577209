package tailgate.http;

import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Remembers what values of Accept-Encoding mean. There are few of them, one for each kind of
 * client, and to read one anew for each request would be all the garbage that a hit makes.
 *
 * <p>A table of fixed size, where a value displaces the one that was in its slot: nobody can make
 * it grow, and who sends ever new values only pays for reading them. The octets themselves are
 * compared, not a hash of them, so nobody can make another client's value mean anything else.
 *
 * <p>Thread-safe. Of two threads that learn a value at once, either may win.
 */
public final class AcceptEncodingMemo {

  /** A power of two. */
  private static final int SLOTS = 64;

  private static final class Entry {
    private final byte[] value;
    private final AcceptEncoding parsed;

    Entry(byte[] value, AcceptEncoding parsed) {
      this.value = value;
      this.parsed = parsed;
    }

    boolean has(byte[] bytes, int from, int to) {
      return Arrays.equals(bytes, from, to, value, 0, value.length);
    }
  }

  private final AtomicReferenceArray<@Nullable Entry> slots = new AtomicReferenceArray<>(SLOTS);

  /**
   * The coding that the client prefers, {@link ContentCoding#IDENTITY} if it accepts none. Makes no
   * garbage if the value of its Accept-Encoding is known.
   *
   * @param available the codings that the server has; identity need not be among them
   */
  public ContentCoding choose(Request request, Set<ContentCoding> available) {
    return of(request).choose(available);
  }

  /** What the request accepts. Makes no garbage if its value is known. */
  AcceptEncoding of(Request request) {
    if (request.acceptEncodingLines != 1) {
      return AcceptEncoding.of(request);
    }
    byte[] bytes = request.bytes();
    int from = request.start() + request.acceptEncodingFrom;
    int to = request.start() + request.acceptEncodingTo;
    int slot = slot(bytes, from, to);
    Entry entry = slots.get(slot);
    if (entry == null || !entry.has(bytes, from, to)) {
      entry = new Entry(Arrays.copyOfRange(bytes, from, to), AcceptEncoding.of(request));
      slots.set(slot, entry);
    }
    return entry.parsed;
  }

  private static int slot(byte[] bytes, int from, int to) {
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + bytes[i];
    }
    return (hash ^ hash >>> 16) & SLOTS - 1;
  }
}
