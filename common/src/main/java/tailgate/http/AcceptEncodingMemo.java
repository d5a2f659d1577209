package tailgate.http;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Remembers what values of Accept-Encoding mean. There are few of them, one for each kind of
 * client, and to read one anew for each request would be all the garbage that a hit makes.
 *
 * <p>A table of fixed size, where a value displaces the one that was in its place: nobody can make
 * it grow, and who sends ever new values only pays for reading them. The octets themselves are
 * compared, not a hash of them, so nobody can make another client's value mean anything else.
 *
 * <p>Thread-safe. Of two threads that learn a value at once, either may win.
 */
public final class AcceptEncodingMemo {

  /** A power of two. */
  private static final int PLACES = 64;

  private static final class Known {
    private final byte[] value;
    private final AcceptEncoding meaning;

    Known(byte[] value, AcceptEncoding meaning) {
      this.value = value;
      this.meaning = meaning;
    }

    boolean has(byte[] bytes, int from, int to) {
      return Arrays.equals(bytes, from, to, value, 0, value.length);
    }
  }

  private final AtomicReferenceArray<@Nullable Known> places = new AtomicReferenceArray<>(PLACES);

  /** What the request accepts. Makes no garbage if its value is known. */
  public AcceptEncoding of(Request request) {
    if (request.acceptEncodingLines != 1) {
      return AcceptEncoding.of(request);
    }
    byte[] bytes = request.bytes();
    int from = request.start() + request.acceptEncodingFrom;
    int to = request.start() + request.acceptEncodingTo;
    int place = place(bytes, from, to);
    Known known = places.get(place);
    if (known == null || !known.has(bytes, from, to)) {
      known = new Known(Arrays.copyOfRange(bytes, from, to), AcceptEncoding.of(request));
      places.set(place, known);
    }
    return known.meaning;
  }

  private static int place(byte[] bytes, int from, int to) {
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + bytes[i];
    }
    return (hash ^ hash >>> 16) & PLACES - 1;
  }
}
