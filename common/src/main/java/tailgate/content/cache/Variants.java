package tailgate.content.cache;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tailgate.http.AcceptEncodingMemo;
import tailgate.http.ContentCoding;
import tailgate.http.Field;
import tailgate.http.Representation;
import tailgate.http.Request;

/**
 * One snapshot of a file in memory: as it is, and in the content codings that there are of it.
 *
 * <p>Thread-safe. Immutable, but that one form is made when it is first wanted.
 */
final class Variants {

  /** Those that were read. */
  private final Map<ContentCoding, Representation> variants;

  private final Representation identity;

  /** The one that can be made, if none for gzip was read. */
  private final @Nullable GzipVariant gzip;

  /** All that a client may get. Never changed. */
  private final Set<ContentCoding> codings;

  /** Refuses to be without the file as it is. */
  Variants(Map<ContentCoding, Representation> variants, @Nullable GzipVariant gzip) {
    this.variants = new EnumMap<>(variants);
    this.identity =
        Objects.requireNonNull(this.variants.get(ContentCoding.IDENTITY), "the file as it is");
    this.gzip = gzip;
    this.codings = EnumSet.copyOf(this.variants.keySet());
    if (gzip != null) {
      codings.add(ContentCoding.GZIP);
    }
  }

  /** Of a file that there is in no other form. */
  static Variants only(Representation identity) {
    return new Variants(Map.of(ContentCoding.IDENTITY, identity), null);
  }

  Representation identity() {
    return identity;
  }

  int count() {
    return codings.size();
  }

  /** Bytes of all of them, at most. */
  long bytes() {
    long read =
        variants.values().stream().mapToLong(variant -> variant.full().body().length()).sum();
    return gzip == null ? read : read + gzip.reserved();
  }

  /** The form that the client likes best. Makes no garbage if its likes are known. */
  Representation choose(Request request, AcceptEncodingMemo memo) {
    if (codings.size() == 1 || !request.has(Field.ACCEPT_ENCODING)) {
      return identity;
    }
    ContentCoding coding = memo.choose(request, codings);
    Representation variant = variants.get(coding);
    if (variant == null && gzip != null) {
      variant = gzip.get();
    }
    return variant == null ? identity : variant;
  }
}
