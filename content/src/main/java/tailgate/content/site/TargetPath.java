package tailgate.content.site;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tailgate.http.PathBytes;
import tailgate.http.Status;

/**
 * Decodes a request path: first percent-encoding, then dot segments (RFC 3986 §2.4, §5.2.4), so
 * that every spelling of {@code ..} is recognized.
 *
 * <p>Paths that other programs may interpret differently (an encoded slash, a backslash) are
 * refused, and so are dotfiles. A path of more than {@value #MAX_SEGMENTS} segments is refused
 * before it is decoded: the time to find a file grows with the square of their number.
 */
public final class TargetPath {

  private static final String UNENCODED =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@";

  /** The characters that RFC 3986 §2.3 calls unreserved. */
  private static final String UNRESERVED =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~";

  /** The most segments of a path; empty segments and dot segments count too. */
  private static final int MAX_SEGMENTS = 64;

  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private static final Target BAD = new Target.Refused(Status.BAD_REQUEST);
  private static final Target NOTHING = new Target.Refused(Status.NOT_FOUND);

  private TargetPath() {}

  /** Returns what the path names. */
  public static Target decode(PathBytes path) {
    if (path.length() == 0 || path.at(0) != '/') {
      return BAD;
    }
    if (segments(path) > MAX_SEGMENTS) {
      return NOTHING; // like any file that does not exist
    }
    byte[] octets = percentDecode(path);
    if (octets == null) {
      return BAD;
    }
    for (byte octet : octets) {
      if (octet == 0) {
        return BAD;
      }
    }
    String text = utf8(octets);
    if (text == null || text.indexOf('\\') >= 0 || hasEncodedSlash(path)) {
      return NOTHING;
    }
    return walk(text);
  }

  /** The canonical form of a path, as a Location field needs it. */
  public static String encode(List<String> segments, boolean folder) {
    StringBuilder text = new StringBuilder();
    for (String segment : segments) {
      encode(segment, UNENCODED, text.append('/'));
    }
    return folder || segments.isEmpty() ? text.append('/').toString() : text.toString();
  }

  /**
   * Appends a name as a relative reference. Only letters, digits and {@code -._~} stay as they are:
   * nothing that a program could take for a scheme, or for the end of an attribute.
   */
  public static void appendReference(String name, StringBuilder to) {
    encode(name, UNRESERVED, to);
  }

  private static void encode(String segment, String unencoded, StringBuilder to) {
    for (byte octet : segment.getBytes(StandardCharsets.UTF_8)) {
      if (octet > 0 && unencoded.indexOf(octet) >= 0) {
        to.append((char) octet);
      } else {
        HEX.toHexDigits(to.append('%'), octet);
      }
    }
  }

  private static int segments(PathBytes path) {
    int slashes = 0;
    for (int i = 0; i < path.length(); i++) {
      slashes += path.at(i) == '/' ? 1 : 0;
    }
    return slashes;
  }

  private static Target walk(String text) {
    List<String> segments = new ArrayList<>();
    boolean folder = false;
    for (String segment : text.split("/", -1)) {
      folder = segment.isEmpty() || segment.equals(".") || segment.equals("..");
      if (segment.equals("..")) {
        if (segments.isEmpty()) {
          return BAD; // above the root
        }
        segments.removeLast();
      } else if (!folder) {
        if (segment.startsWith(".")) {
          return NOTHING;
        }
        segments.add(segment);
      }
    }
    List<String> names = List.copyOf(segments);
    return new Target.Place(names, folder, PathBytes.of(encode(names, folder)));
  }

  /** The octets, or null if a percent sign is not followed by two hexadecimal digits. */
  private static byte @Nullable [] percentDecode(PathBytes path) {
    ByteBuffer octets = ByteBuffer.allocate(path.length());
    for (int i = 0; i < path.length(); i++) {
      byte octet = path.at(i);
      if (octet == '%') {
        int high = i + 2 < path.length() ? Character.digit(path.at(i + 1), 16) : -1;
        int low = i + 2 < path.length() ? Character.digit(path.at(i + 2), 16) : -1;
        if (high < 0 || low < 0) {
          return null;
        }
        octet = (byte) (high << 4 | low);
        i += 2;
      }
      octets.put(octet);
    }
    byte[] result = new byte[octets.position()];
    octets.flip().get(result);
    return result;
  }

  private static boolean hasEncodedSlash(PathBytes path) {
    for (int i = 0; i + 2 < path.length(); i++) {
      if (path.at(i) == '%' && path.at(i + 1) == '2' && (path.at(i + 2) | 0x20) == 'f') {
        return true;
      }
    }
    return false;
  }

  /** The text, or null if the octets are not UTF-8. This also refuses overlong encodings. */
  private static @Nullable String utf8(byte[] octets) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(octets)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
