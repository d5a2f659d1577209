package tailgate.content;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import tailgate.content.cache.CacheSettings;
import tailgate.content.file.Compression;
import tailgate.content.site.Found;
import tailgate.content.site.Site;
import tailgate.content.site.Target;
import tailgate.content.site.TargetPath;
import tailgate.content.site.TargetPathTest;
import tailgate.http.Request;
import tailgate.http.Requests;
import tailgate.http.Response;

/**
 * Any bytes as a request target, for a site that links lead out of: an answer, never an exception,
 * and nothing from outside, neither in a body nor in a Location.
 */
class TargetFuzzTest {

  private static final int MOST = 1000;
  private static final String FIELDS = " HTTP/1.1\r\nHost: test\r\nAccept-Encoding: gzip\r\n\r\n";
  private static final String PUBLIC = "public";
  private static final String SECRET = "top secret";

  private static final Pattern TARGET =
      Pattern.compile("(?:[!-~&&[^%\"#<>\\\\^`{|}]]|%[0-9A-Fa-f]{2})+");

  /** Lines that nothing in them has split. */
  private static final Pattern HEAD =
      Pattern.compile(
          "HTTP/1\\.1 (?:200|301|400|403|404) [ A-Za-z]+\\r\\n(?:[-A-Za-z]+: [ -~]*\\r\\n)*\\r\\n");

  private static final Pattern LOCATION =
      Pattern.compile("\r\nLocation: (?<path>[^?\r\n]*)(?<query>[^\r\n]*)\r\n");

  @TempDir static Path folder;
  private static Site site;
  private static FileHandler handler;

  @BeforeAll
  static void makeSite() throws IOException {
    Path root = Files.createDirectory(folder.toRealPath().resolve("root"));
    Files.createDirectories(root.resolve("a/b"));
    Files.createDirectory(root.resolve(".git"));
    for (String name : new String[] {"f", "a/index.html", "a/b/c d", "a/ü", "a/100%"}) {
      Files.writeString(root.resolve(name), PUBLIC);
    }
    Files.createDirectory(folder.resolve("out"));
    for (String name : new String[] {"secret", "out/index.html", "root/.git/f", "root/.f"}) {
      Files.writeString(folder.resolve(name), SECRET);
    }
    Files.createSymbolicLink(root.resolve("x"), folder.resolve("secret"));
    Files.createSymbolicLink(root.resolve("f.gz"), folder.resolve("secret"));
    Files.createSymbolicLink(root.resolve("a/o"), folder.resolve("out"));
    site = new Site(root);
    handler =
        new FileHandler(
            site,
            CacheSettings.DEFAULT,
            Compression.DEFAULT,
            InstantSource.system(),
            System::nanoTime);
  }

  @FuzzTest
  void path(byte[] bytes) throws IOException {
    String target = "/" + new String(bytes, ISO_8859_1);
    if (target.length() > MOST || !TARGET.matcher(target).matches()) {
      return; // the parser lets nothing else through
    }
    Request request = Requests.parse("GET " + target + FIELDS);
    if (TargetPath.decode(request.path()) instanceof Target.Place place) {
      TargetPathTest.assertHarmless(place);
      assertInside(site.find(place));
    }
    Response response = handler.handle(request);
    assertThat(Answers.content(response)).doesNotContain(SECRET);
    assertHead(Answers.head(response), request.query());
  }

  private static void assertInside(Found found) throws IOException {
    if (found instanceof Found.RegularFile file) {
      assertThat(file.path().toRealPath()).startsWith(site.root());
      assertThat(file.path()).hasContent(PUBLIC);
    }
  }

  private static void assertHead(String head, String query) {
    assertThat(head).matches(HEAD);
    Matcher location = LOCATION.matcher(head);
    if (location.find()) {
      assertThat(location.group("path")).matches("\\./[^/\\\\]+/");
      assertThat(location.group("query")).isEqualTo(query);
    }
  }
}
