package tailgate.admin;

import com.sun.net.httpserver.Headers;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Refuses requests that pages of other sites make. The admin port listens on the loopback address
 * only. But a browser on this machine can reach it too, on behalf of any page that it shows:
 *
 * <ul>
 *   <li>A page can let its own host name resolve to 127.0.0.1, and then has the same origin as the
 *       admin port (DNS rebinding). Therefore the requested host must be an address of this machine
 *       or {@code localhost}, or a name that the operator has allowed. No other site can own such a
 *       name.
 *   <li>A page can send requests whose responses it cannot read, hold event streams open, and open
 *       a window on any address. Browsers state which site a request is made for (Fetch Metadata,
 *       W3C). Another site may only link to the live page, which costs nothing until it asks for
 *       more by itself.
 * </ul>
 *
 * <p>A request without a Host field does not come from a browser. Health checks by HTTP/1.0 have
 * none.
 *
 * @param bound the address of the admin port
 * @param allowed which other hosts may be requested; gets the value of a Host field
 */
public record AccessCheck(InetAddress bound, Predicate<String> allowed) {

  /** A page loads nothing from other sites, and other sites cannot embed it. */
  private static final String POLICY =
      "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

  private static final Pattern AUTHORITY =
      Pattern.compile("(?<host>\\[[0-9A-Fa-f:.]+]|[^:@\\[\\]]*)(:\\d*)?");

  private static final Pattern LOOPBACK_4 = Pattern.compile("127(\\.\\d{1,3}){3}");

  /** Whether a request for this target, with these fields, is answered. */
  public boolean allows(URI target, Headers fields) {
    List<String> hosts = fields.getOrDefault("Host", List.of());
    return hosts.size() <= 1
        && hosts.stream().allMatch(this::mayBeRequested)
        && (target.getRawAuthority() == null || mayBeRequested(target.getRawAuthority()))
        && (isOwn(fields) || (isLivePage(target) && followsLink(fields)));
  }

  /** Adds the fields with which browsers protect a page. */
  public static void protect(Headers fields) {
    fields.set("Content-Security-Policy", POLICY);
    fields.set("X-Content-Type-Options", "nosniff");
    fields.set("Cross-Origin-Resource-Policy", "same-origin");
    fields.set("Referrer-Policy", "no-referrer");
  }

  private boolean mayBeRequested(String authority) {
    return isThisMachine(authority) || allowed.test(authority);
  }

  private boolean isThisMachine(String authority) {
    Matcher matcher = AUTHORITY.matcher(authority);
    if (!matcher.matches()) {
      return false;
    }
    String host = matcher.group("host").toLowerCase(Locale.ROOT);
    return host.equals("localhost")
        || LOOPBACK_4.matcher(host).matches()
        || host.equals(bound.getHostAddress())
        || (host.startsWith("[") && isThisMachine6(host));
  }

  /** An address in brackets is never looked up as a name. */
  private boolean isThisMachine6(String literal) {
    try {
      InetAddress address = InetAddress.getByName(literal);
      return address.isLoopbackAddress() || address.equals(bound);
    } catch (UnknownHostException e) {
      return false;
    }
  }

  private static boolean isOwn(Headers fields) {
    String site = fields.getFirst("Sec-Fetch-Site");
    return site == null || site.equals("same-origin") || site.equals("none");
  }

  private static boolean isLivePage(URI target) {
    return "/".equals(target.getPath());
  }

  private static boolean followsLink(Headers fields) {
    return "document".equals(fields.getFirst("Sec-Fetch-Dest"));
  }
}
