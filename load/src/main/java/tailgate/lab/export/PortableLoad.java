package tailgate.lab.export;

import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Arrivals.Law;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.RequestSpec;
import tailgate.lab.load.Segment;
import tailgate.lab.url.ServiceObjective;

/**
 * A load that is to be written for another tool. Immutable.
 *
 * @param server without a path, such as {@code https://host:8443}
 * @param spec open or closed
 * @param requests each is sent as often as its weight says; their bodies are text
 * @param authorities a file with certificates that vouch for the server; null for those that the
 *     tool trusts
 * @param insecure whether any certificate is taken
 * @param objective without a term if there is none
 */
public record PortableLoad(
    URI server,
    LoadSpec spec,
    List<RequestSpec> requests,
    @Nullable Path authorities,
    boolean insecure,
    ServiceObjective objective) {

  /** The characters below a space that XML has. */
  private static final String SPACES = "\t\n\r";

  /** The characters from here on are in no XML. */
  private static final char NO_CHARACTER = 0xFFFE;

  /**
   * Checks that all bodies are text.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  public PortableLoad {
    requests = List.copyOf(requests);
    requests.forEach(PortableLoad::body);
  }

  /** Whether a condition of the notes holds for this load. */
  boolean is(String condition) {
    boolean isSecure = server.getScheme().equals("https");
    return switch (condition) {
      case "always" -> true;
      case "open" -> isOpen();
      case "poisson" -> isPoisson();
      case "several" -> requests.size() > 1;
      case "objective" -> !objective.terms().isEmpty();
      case "https" -> isSecure;
      case "checked" -> isSecure && !insecure;
      case "authorities" -> authorities != null;
      case "public" -> isSecure && !insecure && authorities == null;
      default -> throw new IllegalArgumentException(condition);
    };
  }

  /** Returns the body of a request as text, which may be empty. */
  static String body(RequestSpec request) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(request.body().slice()).toString();
      if (text.chars().allMatch(c -> c < NO_CHARACTER && (c >= ' ' || SPACES.indexOf(c) >= 0))) {
        return text;
      }
    } catch (CharacterCodingException e) {
      // It is refused, as other bytes are.
    }
    throw new IllegalArgumentException(
        "the body of %s %s is not text in UTF-8, and nothing else can be exported"
            .formatted(request.method(), request.target()));
  }

  /** Returns the headers of a request, with one value for each name (RFC 9110, 5.3). */
  Map<String, String> headers(RequestSpec request) {
    Map<String, String> all = new LinkedHashMap<>();
    request.headers().forEach(h -> all.merge(h.name(), h.value(), (a, b) -> a + ", " + b));
    if (!spec.keepAlive()) {
      all.put("Connection", "close");
    }
    return all;
  }

  boolean isOpen() {
    return spec.model() == Model.OPEN;
  }

  boolean isPoisson() {
    return isOpen() && spec.arrivals().law() == Law.POISSON;
  }

  /** Returns the segments that count or, with {@code false}, the warm-up. */
  List<Segment> segments(boolean counted) {
    return spec.segments().stream().filter(segment -> segment.kind().counts() == counted).toList();
  }

  /** Returns how long the warm-up takes, 0 if there is none. */
  long warmUpMillis() {
    return segments(false).stream().mapToLong(Segment::millis).sum();
  }

  /** Returns a number without an exponent. */
  static String number(double value) {
    return number(value, 0);
  }

  /** Returns a number with its point so many digits further left. */
  static String number(double value, int left) {
    return BigDecimal.valueOf(value).movePointLeft(left).stripTrailingZeros().toPlainString();
  }
}
