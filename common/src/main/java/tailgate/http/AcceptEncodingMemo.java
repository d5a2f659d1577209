package tailgate.http;

import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A cache of parsed Accept-Encoding values. There are few different values, one for each kind of
 * client, and parsing would be the only allocation of a cache hit.
 *
 * <p>The table has a fixed size, and a new value replaces the one in its slot. So no client can
 * make it grow: a client that sends ever new values only pays for the parsing. The octets
 * themselves are compared, not a hash, so no client can change what the value of another one means.
 *
 * <p>Thread-safe. If two threads store a value at once, either may win.
 */
public final class AcceptEncodingMemo {

  /** The number of slots, which is a power of two. */
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
   * The coding that the client prefers, {@link ContentCoding#IDENTITY} if it accepts none.
   * Allocates nothing if the value of its Accept-Encoding is known.
   *
   * <p>A request for a part gets identity, unless it refuses that. If it names an entity tag, which
   * may be that of a coded variant, {@link #confirms} has to be asked.
   *
   * @param available the codings that the server has; identity need not be among them
   */
  public ContentCoding choose(Request request, Set<ContentCoding> available) {
    AcceptEncoding accepted = of(request);
    boolean plain =
        request.asksForPart()
            && !Preconditions.nameAnyTag(request)
            && accepted.accepts(ContentCoding.IDENTITY);
    return plain ? ContentCoding.IDENTITY : accepted.choose(available);
  }

  /**
   * Whether the client gets this variant in the coding that {@link #choose} returned, and not
   * identity. The clients that send Range together with Accept-Encoding (curl, wget2, the HTTP
   * libraries of Python) cannot use a part of a coded variant. It is for a client that names the
   * tag of that variant, because it has the variant or the rest of it.
   */
  public boolean confirms(Request request, Representation coded) {
    return !request.asksForPart()
        || coded.isNamedBy(request)
        || !of(request).accepts(ContentCoding.IDENTITY);
  }

  /** Returns what the request accepts. Allocates nothing if its value is known. */
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
