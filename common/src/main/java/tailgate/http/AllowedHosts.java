package tailgate.http;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The hosts for which requests are answered. Names are compared without regard to case, and with or
 * without the dot at their end; IPv6 addresses by their value. The port does not count: a proxy or
 * a container may have another one.
 *
 * <p>Immutable. To check a name or an IPv4 address allocates nothing.
 */
public final class AllowedHosts {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*");

  /** The allowed names in lower case; IPv4 addresses are names too. */
  private final List<byte[]> names = new ArrayList<>();

  private final List<int[]> ipv6 = new ArrayList<>();

  private AllowedHosts() {}

  /**
   * Allows these hosts.
   *
   * @param hosts names, IPv4 addresses, and IPv6 addresses with or without brackets
   * @throws IllegalArgumentException if one of them is something else
   */
  public static AllowedHosts of(Collection<String> hosts) {
    AllowedHosts allowed = new AllowedHosts();
    hosts.forEach(allowed::add);
    return allowed;
  }

  private void add(String host) {
    boolean bracketed = host.startsWith("[") && host.endsWith("]");
    byte[] address = bytes(bracketed ? host.substring(1, host.length() - 1) : host);
    String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    if (Ipv6.isValid(address, 0, address.length)) {
      ipv6.add(Ipv6.groups(address, 0, address.length));
    } else if (NAME.matcher(name).matches()) {
      names.add(bytes(name.toLowerCase(Locale.ROOT)));
    } else {
      throw new IllegalArgumentException(
          "'%s' is not a host that can be allowed; give a name or an IP address without a port"
              .formatted(host));
    }
  }

  /**
   * Whether the request is for one of them. A host in the target overrides the Host field (RFC 9112
   * §3.2.2). A request by HTTP/1.0 may name no host; it is allowed, because no browser sends such
   * requests.
   */
  public boolean allows(Request request) {
    int from = request.start() + request.hostFrom;
    int to = request.start() + request.hostTo;
    return from == to || contain(request.bytes(), from, to);
  }

  /** Whether one of them is in this value of a Host field. */
  public boolean allows(String authority) {
    byte[] bytes = bytes(authority);
    return RequestLine.isAuthority(bytes, 0, bytes.length) && contain(bytes, 0, bytes.length);
  }

  /** Whether one of them is in [from, to), which is a valid authority. */
  private boolean contain(byte[] bytes, int from, int to) {
    if (bytes[from] == '[') {
      return !ipv6.isEmpty() && containAddress(bytes, from + 1, indexOf(bytes, from, to, ']'));
    }
    int end = indexOf(bytes, from, to, ':');
    return containName(bytes, from, bytes[end - 1] == '.' ? end - 1 : end);
  }

  private boolean containAddress(byte[] bytes, int from, int to) {
    int[] groups = Ipv6.groups(bytes, from, to);
    return ipv6.stream().anyMatch(allowed -> Arrays.equals(allowed, groups));
  }

  private boolean containName(byte[] bytes, int from, int to) {
    for (int i = 0; i < names.size(); i++) { // an iterator would be garbage
      if (Octets.equalsIgnoreCase(bytes, from, to, names.get(i))) {
        return true;
      }
    }
    return false;
  }

  /** The first place of the octet; {@code to} if there is none. */
  private static int indexOf(byte[] bytes, int from, int to, char octet) {
    int at = from;
    while (at < to && bytes[at] != octet) {
      at++;
    }
    return at;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
