package tailgate.http;

import static java.util.regex.Pattern.CASE_INSENSITIVE;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A second opinion on which bytes are requests, and on where each ends: the grammar of RFC 9112 as
 * regular expressions over the whole, so that it shares no thought with the parser. It knows no
 * limits, but those that the grammar of chunks is given here.
 */
public final class RequestModel {

  /**
   * A whole request with its content.
   *
   * @param head index behind its head
   * @param end index behind its last byte
   * @param body its content, without the framing of chunks
   */
  public record Message(int head, int end, String target, boolean persistent, String body) {}

  private static final String TOKEN = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";
  private static final String TEXT = "[\\t\\x20-\\x7e\\x80-\\xff]*";
  private static final String LINE = TOKEN + ":" + TEXT + "\\r\\n";

  private static final String TARGET = "(?:[!-~&&[^%\"#<>\\\\^`{|}]]|%[0-9A-Fa-f]{2})++";

  private static final Pattern HEAD =
      Pattern.compile(
          "(?:EOL)*+(?<method>TOKEN) (?<target>TARGET) HTTP/1\\.(?<minor>\\d)EOL(?<fields>LINES)EOL"
              .replace("EOL", "\\r\\n")
              .replace("TOKEN", TOKEN)
              .replace("TARGET", TARGET)
              .replace("LINES", "(?:" + LINE + ")*+"));

  private static final String QUOTED =
      "\"(?:[\\t !\\x23-\\x5b\\x5d-\\x7e\\x80-\\xff]|\\\\[\\t\\x20-\\x7e\\x80-\\xff])*+\"";
  private static final String EXTENSION =
      "(?:BWS;BWSTOKEN(?:BWS=BWS(?:TOKEN|QUOTED))?)"
          .replace("BWS", "[ \\t]*")
          .replace("TOKEN", TOKEN)
          .replace("QUOTED", QUOTED);

  private static final Pattern CHUNK =
      Pattern.compile("(?=[0-9A-Fa-f])0*+(?<size>[0-9A-Fa-f]{0,15})" + EXTENSION + "*+\\r\\n");
  private static final Pattern TRAILERS = Pattern.compile("(?:" + LINE + ")*+\\r\\n");

  private static final Pattern AUTHORITY =
      Pattern.compile(
          "(?<host>\\[(?:%s)\\]|(?:[-._~!$&'()*+,;=0-9A-Za-z]|%%[0-9A-Fa-f]{2})*)(?<port>:\\d*)?"
              .formatted(ipv6()));

  private static final Pattern ABSOLUTE =
      Pattern.compile("http://(?<authority>[^/?]+)([/?].*)?", CASE_INSENSITIVE);

  private RequestModel() {}

  /** The whole requests that these octets begin with, one after the other. */
  public static List<Message> messages(String wire) {
    List<Message> messages = new ArrayList<>();
    Matcher head = HEAD.matcher(wire);
    int at = 0;
    while (head.region(at, wire.length()).lookingAt() && isRight(head)) {
      StringBuilder content = new StringBuilder();
      int end = end(head, wire, content);
      if (end < 0 || end > wire.length()) {
        break; // its content is not
      }
      if (values(head, "transfer-encoding").isEmpty()) {
        content.append(wire, head.end(), end);
      }
      messages.add(
          new Message(head.end(), end, head.group("target"), persists(head), content.toString()));
      at = end;
    }
    return messages;
  }

  /** Whether these octets begin with a right head, whatever follows. */
  public static boolean beginsWithHead(String wire) {
    Matcher head = HEAD.matcher(wire);
    return head.lookingAt() && isRight(head);
  }

  private static boolean isRight(Matcher head) {
    boolean http10 = head.group("minor").equals("0");
    List<String> hosts = values(head, "host");
    List<String> lengths = values(head, "content-length");
    boolean coded = !values(head, "transfer-encoding").isEmpty();
    return isTarget(head.group("method"), head.group("target"))
        && hosts.size() <= 1
        && (http10 || hosts.size() == 1)
        && hosts.stream().allMatch(host -> isAuthority(host, false))
        && lengths.size() <= 1
        && lengths.stream().allMatch(length -> length.matches("[0-9]+"))
        && elements(head, "expect").allMatch("100-continue"::equalsIgnoreCase)
        && (!coded || (!http10 && lengths.isEmpty() && isChunkedAlone(head)));
  }

  private static boolean isChunkedAlone(Matcher head) {
    List<String> codings = elements(head, "transfer-encoding").toList();
    return codings.size() == 1 && codings.getFirst().equalsIgnoreCase("chunked");
  }

  private static boolean persists(Matcher head) {
    return elements(head, "connection").noneMatch("close"::equalsIgnoreCase)
        && (!head.group("minor").equals("0")
            || elements(head, "connection").anyMatch("keep-alive"::equalsIgnoreCase));
  }

  private static boolean isTarget(String method, String target) {
    if (method.equals("CONNECT")) {
      return isAuthority(target, true);
    }
    Matcher absolute = ABSOLUTE.matcher(target);
    return target.startsWith("/")
        || (target.equals("*") && method.equals("OPTIONS"))
        || (absolute.matches() && isAuthority(absolute.group("authority"), false));
  }

  private static boolean isAuthority(String text, boolean needsPort) {
    Matcher authority = AUTHORITY.matcher(text);
    if (!authority.matches() || authority.group("host").isEmpty()) {
      return false;
    }
    String port = authority.group("port");
    if (port == null) {
      return !needsPort;
    }
    return port.equals(":")
        ? !needsPort
        : new BigInteger(port.substring(1)).compareTo(BigInteger.valueOf(65_535)) <= 0;
  }

  /** The nine forms of RFC 3986 §3.2.2. */
  private static String ipv6() {
    String octet = "(?:\\d|[1-9]\\d|1\\d\\d|2[0-4]\\d|25[0-5])";
    String four = "[0-9A-Fa-f]{1,4}";
    String last = "(?:F:F|(?:O\\.){3}O)";
    List<String> forms = new ArrayList<>(List.of("(?:F:){6}L", "::(?:F:){5}L"));
    for (int before = 0; before < 5; before++) {
      forms.add(String.format(Locale.ROOT, "(?:(?:F:){0,%d}F)?::(?:F:){%d}L", before, 4 - before));
    }
    forms.addAll(List.of("(?:(?:F:){0,5}F)?::F", "(?:(?:F:){0,6}F)?::"));
    return String.join("|", forms).replace("L", last).replace("F", four).replace("O", octet);
  }

  /** Index behind the content, which may be beyond the wire; -1 if the content is not right. */
  private static int end(Matcher head, String wire, StringBuilder chunks) {
    if (!values(head, "transfer-encoding").isEmpty()) {
      return endOfChunks(wire, head.end(), chunks);
    }
    return values(head, "content-length").stream()
        .map(BigInteger::new)
        .map(length -> length.add(BigInteger.valueOf(head.end())))
        .map(end -> end.min(BigInteger.valueOf(Integer.MAX_VALUE)).intValue())
        .findFirst()
        .orElse(head.end());
  }

  private static int endOfChunks(String wire, int from, StringBuilder content) {
    Matcher chunk = CHUNK.matcher(wire);
    int at = from;
    while (chunk.region(at, wire.length()).lookingAt()) {
      long size = Long.parseLong("0" + chunk.group("size"), 16);
      if (size == 0) {
        Matcher trailers = TRAILERS.matcher(wire).region(chunk.end(), wire.length());
        return trailers.lookingAt() ? trailers.end() : -1;
      }
      if (size > wire.length() || !wire.startsWith("\r\n", chunk.end() + (int) size)) {
        return -1;
      }
      at = chunk.end() + (int) size + 2;
      content.append(wire, chunk.end(), at - 2);
    }
    return -1;
  }

  private static List<String> values(Matcher head, String name) {
    return head.group("fields")
        .lines()
        .filter(line -> line.substring(0, line.indexOf(':')).equalsIgnoreCase(name))
        .map(line -> trim(line.substring(line.indexOf(':') + 1)))
        .toList();
  }

  private static Stream<String> elements(Matcher head, String name) {
    return values(head, name).stream()
        .flatMap(value -> Stream.of(value.split(",")))
        .map(RequestModel::trim)
        .filter(element -> !element.isEmpty());
  }

  private static String trim(String text) {
    return text.replaceAll("^[ \\t]+|[ \\t]+$", "");
  }
}
