package tailgate.content.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.http.PathBytes;
import tailgate.http.Request;
import tailgate.http.Requests;
import tailgate.http.Status;

public class TargetPathTest {

  @ParameterizedTest
  @CsvSource({
    "/a, a",
    "/%61%2E%68tml, a.html",
    "/a%20b, a b",
    "/gr%C3%BC%c3%9fe, grüße",
    "/%F0%9F%9A%97, 🚗",
    "/a+b, a+b",
    "/100%25, 100%",
    "/%2525, %25",
    "/%252e%252e, %2e%2e",
    "/a%3Fb, a?b",
    "/a%23b, a#b",
    "/a;v=1, a;v=1",
    "/C:, C:",
    "/a.., a..",
    "/a..b, a..b",
    "/~me, ~me",
  })
  void decodesANameOnce(String path, String name) {
    assertThat(place(path).segments()).containsExactly(name);
    assertThat(place(path).folder()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "/, ''",
    "//, ''",
    "/., ''",
    "/a/, a",
    "/a//, a",
    "/a/., a",
    "/a/%2e, a",
    "/a/b/.., a",
    "/a/b/%2e%2E, a",
    "/a/b/.%2e/, a",
    "/a/b/../../a/b/./.., a",
    "//evil.com/.., ''",
    "//evil.com/%2e%2e/, ''",
    "/a/..//, ''",
  })
  void readsFolders(String path, String names) {
    Target.Place place = place(path);

    assertThat(String.join("/", place.segments())).isEqualTo(names);
    assertThat(place.folder()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "//a///b, a b",
    "/a/./b, a b",
    "/x/../a/b, a b",
    "/x/%2E%2e/a/b, a b",
    "//evil.com/b, evil.com b",
  })
  void walksOverDotSegmentsAndEmptyOnes(String path, String names) {
    assertThat(place(path).segments()).containsExactly(names.split(" ", -1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/..",
        "/../",
        "/../etc/passwd",
        "/%2e%2e/etc/passwd",
        "/%2E./x",
        "/.%2e",
        "/a/../../x",
        "//..//x",
        "/./..",
        "/a/b/%2e%2e/%2e%2e/%2e%2e/x",
      })
  void refusesWhatLeadsAboveTheRoot(String path) {
    assertThat(decode(path)).isEqualTo(new Target.Refused(Status.BAD_REQUEST));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "*", "a", "a/b", "/%", "/%4", "/%zz", "/%4g", "/a%", "/a%2", "/%%61", "/%-1", "/%u0041",
      })
  void refusesWhatIsNoPath(String path) {
    assertThat(decode(path)).isEqualTo(new Target.Refused(Status.BAD_REQUEST));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/%00", "/a%00", "/a.html%00.png", "/%00/../..", "/%2e%00"})
  void refusesNul(String path) {
    assertThat(decode(path)).isEqualTo(new Target.Refused(Status.BAD_REQUEST));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/..%2f", "/..%2F..%2Fetc", "/a%2fb", "/%2f", "/%2Fetc/passwd", // an encoded slash
        "/..%5c", "/..%5C..%5Cetc", "/a\\b", "/\\..\\x", "/%5c", // a backslash
      })
  void findsNothingUnderASlashOfAnotherKind(String path) {
    assertThat(decode(path)).isEqualTo(new Target.Refused(Status.NOT_FOUND));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/%C0%AF", "/%C0%AE%C0%AE/x", "/%E0%80%AF", "/%F0%80%80%AF", "/%C1%9C", // overlong
        "/%80", "/%FF", "/%C3", "/%C3/x", "/%E2%82", // cut off
        "/%ED%A0%80", "/%F4%90%80%80", // a surrogate, and beyond the last code point
      })
  void findsNothingUnderWhatIsNoUtf8(String path) {
    assertThat(decode(path)).isEqualTo(new Target.Refused(Status.NOT_FOUND));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/.git/config",
        "/.htaccess",
        "/%2egit",
        "/a/.hidden",
        "/...",
        "/.../x",
        "/.a/..",
        "/.%20",
      })
  void findsNothingUnderADotfile(String path) {
    assertThat(decode(path)).isEqualTo(new Target.Refused(Status.NOT_FOUND));
  }

  @ParameterizedTest
  @CsvSource({
    "/a%20b, /a%20b",
    "/%61, /a",
    "/%c3%bc, /%C3%BC",
    "/a+b, /a+b",
    "/a%2Bb, /a+b",
    "/%7Eme, /~me",
    "/100%25, /100%25",
    "/a%0D%0Ab, /a%0D%0Ab",
    "/a\"b, /a%22b",
    "/a/./b/.., /a/",
    "//, /",
  })
  void hasOneSpellingForAPlace(String path, String canonical) {
    assertThat(place(path).canonical()).isEqualTo(PathBytes.of(canonical));
  }

  @Test
  void keepsTheSpellingWhenTheRequestIsGone() {
    Request request = Requests.get("/a");
    Target.Place place = (Target.Place) TargetPath.decode(request.path());

    request.bind("GET /b HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII), 0);

    assertThat(request.path()).hasToString("/b");
    assertThat(place.canonical()).hasToString("/a");
  }

  @Test
  void neverNamesWhatLeadsAstrayWhateverTheBytes() {
    Random random = new Random(20_261_120);
    String[] pieces = {
      "/",
      "/",
      "..",
      ".",
      "%2e",
      "%2E",
      "%2f",
      "%5c",
      "\\",
      "%00",
      "%",
      "a",
      "ü",
      "%c0%af",
      "%C3",
      "%bc",
      "%e2%80%8b",
      "~",
      "//",
      "%25",
      "%2",
      ":",
      "+",
      " ",
      "%0d%0a",
    };
    for (int i = 0; i < 200_000; i++) {
      StringBuilder path = new StringBuilder("/");
      for (int n = random.nextInt(8); n > 0; n--) {
        path.append(
            random.nextInt(4) == 0
                ? String.format(Locale.ROOT, "%%%02x", random.nextInt(256))
                : pieces[random.nextInt(pieces.length)]);
      }
      if (decode(path.toString()) instanceof Target.Place place) {
        assertHarmless(place);
      }
    }
  }

  /** What must be true of any place. */
  public static void assertHarmless(Target.Place place) {
    for (String segment : place.segments()) {
      assertThat(segment).isNotEmpty().doesNotContain("/", "\0", "\\").doesNotStartWith(".");
    }
    String canonical = place.canonical().toString();
    assertThat(canonical).matches("/([!-~&&[^/]]+/)*[!-~&&[^/]]*"); // nothing to split a head with
    assertThat(decode(canonical)).isEqualTo(place);
  }

  @Test
  void namesNothingDeeperThanSixtyFourSegments() {
    Target nothing = new Target.Refused(Status.NOT_FOUND);

    assertThat(place("/a".repeat(64)).segments()).hasSize(64);
    assertThat(place("/a".repeat(63) + "/").segments()).hasSize(63);
    assertThat(decode("/a".repeat(65))).isEqualTo(nothing);
    assertThat(decode("/a".repeat(64) + "/")).isEqualTo(nothing);
    assertThat(decode("/".repeat(65))).as("empty ones count too").isEqualTo(nothing);
    assertThat(decode("/a/..".repeat(33))).as("so do those that are left").isEqualTo(nothing);
  }

  private static Target.Place place(String path) {
    assertThat(decode(path)).isInstanceOf(Target.Place.class);
    return (Target.Place) decode(path);
  }

  private static Target decode(String path) {
    return TargetPath.decode(PathBytes.of(path));
  }
}
