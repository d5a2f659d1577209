package tailgate.admin;

import com.sun.net.httpserver.Headers;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Turns away the pages of others. The admin port can be reached from this machine only, but so can
 * it by a browser on this machine, on behalf of any page that it shows:
 *
 * <ul>
 *   <li>A page can give its own name the address 127.0.0.1 and would then be of the same origin as
 *       what it asks for (DNS rebinding). So the host that is asked for has to be this machine by
 *       an address or as {@code localhost}, names that nobody can give away.
 *   <li>A page can ask blindly, and hold a stream of events that it cannot read. Browsers say on
 *       whose behalf they ask (Fetch Metadata, W3C); for another site they may only follow a link.
 * </ul>
 *
 * <p>Who sends no Host field is no browser; health checks by HTTP/1.0 come without.
 *
 * @param bound where the admin port is
 */
record AccessCheck(InetAddress bound) {

  private static final Pattern AUTHORITY =
      Pattern.compile("(?<host>\\[[0-9A-Fa-f:.]+]|[^:@\\[\\]]*)(:\\d*)?");

  private static final Pattern LOOPBACK_4 = Pattern.compile("127(\\.\\d{1,3}){3}");

  /** Whether a request with these fields, for this target, is to be answered. */
  boolean allows(URI target, Headers fields) {
    List<String> hosts = fields.getOrDefault("Host", List.of());
    return hosts.size() <= 1
        && hosts.stream().allMatch(this::isThisMachine)
        && (target.getRawAuthority() == null || isThisMachine(target.getRawAuthority()))
        && isOwn(fields);
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

  /** In brackets it is never looked up as a name. */
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
    return site == null
        || site.equals("same-origin")
        || site.equals("none")
        || "document".equals(fields.getFirst("Sec-Fetch-Dest"));
  }
}
