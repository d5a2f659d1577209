package tailgate.content;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import tailgate.http.AcceptEncodingMemo;
import tailgate.http.ContentCoding;
import tailgate.http.Field;
import tailgate.http.Representation;
import tailgate.http.Request;

/**
 * One snapshot of a file in memory: as it is, and in the content codings that there are of it.
 *
 * <p>Thread-safe. Immutable.
 */
final class Forms {

  private final Map<ContentCoding, Representation> forms;
  private final Representation identity;

  /** Refuses to be without the file as it is. */
  Forms(Map<ContentCoding, Representation> forms) {
    this.forms = new EnumMap<>(forms);
    this.identity =
        Objects.requireNonNull(this.forms.get(ContentCoding.IDENTITY), "the file as it is");
  }

  /** The file as it is, or the only form that was asked for. */
  static Forms only(Representation form) {
    return new Forms(Map.of(ContentCoding.IDENTITY, form));
  }

  Representation identity() {
    return identity;
  }

  int count() {
    return forms.size();
  }

  /** Bytes of all of them. */
  long bytes() {
    return forms.values().stream().mapToLong(form -> form.full().body().length()).sum();
  }

  /** The form that the client likes best. Makes no garbage if its likes are known. */
  Representation choose(Request request, AcceptEncodingMemo memo) {
    if (forms.size() == 1 || !request.has(Field.ACCEPT_ENCODING)) {
      return identity;
    }
    ContentCoding coding = memo.of(request).choose(forms.keySet());
    return forms.getOrDefault(coding, identity);
  }
}
