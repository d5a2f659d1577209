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
 * A snapshot of a file in memory: its identity coding, and its variants in other content codings.
 *
 * <p>Thread-safe. Immutable, except that the gzip variant is made on first use.
 */
final class Variants {

  private final Map<ContentCoding, Representation> variants;

  private final Representation identity;

  /** The variant that can be made, if none for gzip was read. */
  private final @Nullable GzipVariant gzip;

  /** The codings of all variants. Never changed. */
  private final Set<ContentCoding> codings;

  /** Creates variants, of which the identity variant is mandatory. */
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

  /** The variants of a file that has no others. */
  static Variants only(Representation identity) {
    return new Variants(Map.of(ContentCoding.IDENTITY, identity), null);
  }

  Representation identity() {
    return identity;
  }

  int count() {
    return codings.size();
  }

  /** Upper limit of the content of all variants, in bytes. */
  long bytes() {
    long read =
        variants.values().stream().mapToLong(variant -> variant.full().body().length()).sum();
    return gzip == null ? read : read + gzip.reserved();
  }

  /** The variant that the client prefers. Allocates nothing if its Accept-Encoding is known. */
  Representation choose(Request request, AcceptEncodingMemo memo) {
    if (codings.size() == 1 || !request.has(Field.ACCEPT_ENCODING)) {
      return identity;
    }
    ContentCoding coding = memo.choose(request, codings);
    Representation variant = variants.get(coding);
    if (variant == null && gzip != null) {
      variant = gzip.get();
    }
    return variant == null || !memo.confirms(request, variant) ? identity : variant;
  }
}
