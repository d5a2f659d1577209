package tailgate.content;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tailgate.content.cache.CacheMode;
import tailgate.content.cache.CacheSettings;
import tailgate.content.file.Compression;
import tailgate.content.file.CompressionMode;
import tailgate.content.site.Site;
import tailgate.http.Requests;
import tailgate.http.Response;
import tailgate.http.Status;

/** Which form of a file a client gets, and what is said of it. */
class FileHandlerCompressionTest {

  private static final String TEXT = "Tailgate serves files. ".repeat(200);
  private static final String BROWSER = "Accept-Encoding: gzip, deflate, br, zstd\r\n";
  private static final String GZIP_ONLY = "Accept-Encoding: gzip\r\n";
  private static final Duration REVALIDATE = Duration.ofSeconds(1);
  private static final int LARGEST = 100_000;

  @TempDir Path root;
  private final InstantSource later = InstantSource.fixed(Instant.now().plusSeconds(3600));
  private final AtomicLong nanos = new AtomicLong();

  /** By hand: {@code name.br} and {@code name.gz}. */
  @Nested
  class Siblings {

    @ParameterizedTest
    @EnumSource
    void areServedToWhoAcceptsThem(CacheMode mode) throws IOException {
      write("a.css", TEXT);
      write("a.css.br", "brotli");
      write("a.css.gz", zipped(TEXT));
      FileHandler handler = handler(mode);

      for (int i = 0; i < 2; i++) { // from the disk, from memory
        assertThat(Answers.content(get(handler, "/a.css", BROWSER))).isEqualTo("brotli");
        assertThat(Answers.content(get(handler, "/a.css", GZIP_ONLY))).isEqualTo(zipped(TEXT));
        assertThat(Answers.content(get(handler, "/a.css", ""))).isEqualTo(TEXT);
        assertThat(Answers.content(get(handler, "/a.css", "Accept-Encoding: br;q=0, gzip;q=0\r\n")))
            .isEqualTo(TEXT);
      }
    }

    @ParameterizedTest
    @EnumSource
    void areSaidToBeWhatTheFileIs(CacheMode mode) throws IOException {
      write("a.css", TEXT);
      write("a.css.br", "brotli");
      FileHandler handler = handler(mode);

      String coded = head(handler, "/a.css", BROWSER);
      String plain = head(handler, "/a.css", "");

      assertThat(coded)
          .contains("\r\nContent-Type: text/css; charset=utf-8\r\n")
          .contains("\r\nContent-Encoding: br\r\n")
          .contains("\r\nContent-Length: 6\r\n")
          .contains("\r\nVary: Accept-Encoding\r\n");
      assertThat(plain)
          .contains("\r\nVary: Accept-Encoding\r\n")
          .doesNotContain("Content-Encoding");
      assertThat(tag(coded)).isNotEqualTo(tag(plain));
    }

    @ParameterizedTest
    @EnumSource
    void areNoticedWhenTheyComeAndGo(CacheMode mode) throws IOException {
      write("a.bin", "plain");
      FileHandler handler = handler(mode);
      assertThat(head(handler, "/a.bin", BROWSER)).doesNotContain("Vary");

      Path sibling = write("a.bin.br", "brotli");
      nanos.addAndGet(REVALIDATE.toNanos());
      assertThat(Answers.content(get(handler, "/a.bin", BROWSER))).isEqualTo("brotli");
      write("a.bin.br", "BROTLI");
      nanos.addAndGet(REVALIDATE.toNanos());
      assertThat(Answers.content(get(handler, "/a.bin", BROWSER))).isEqualTo("BROTLI");
      Files.delete(sibling);
      nanos.addAndGet(REVALIDATE.toNanos());
      assertThat(Answers.content(get(handler, "/a.bin", BROWSER))).isEqualTo("plain");
      assertThat(head(handler, "/a.bin", BROWSER)).doesNotContain("Vary");
    }

    @ParameterizedTest
    @EnumSource
    void ofAFileThatIsTooLargeForMemoryGoFromTheDisk(CacheMode mode) throws IOException {
      String text = "x".repeat(LARGEST + 1);
      write("large.txt", text);
      write("large.txt.gz", zipped(text));
      FileHandler handler = handler(mode);

      assertThat(Answers.content(get(handler, "/large.txt", GZIP_ONLY))).isEqualTo(zipped(text));
      assertThat(Answers.content(get(handler, "/large.txt", ""))).hasSize(LARGEST + 1);
    }

    @ParameterizedTest
    @EnumSource
    void thatAreTooLargeForMemoryGoFromTheDisk(CacheMode mode) throws IOException {
      write("a.txt", "small");
      write("a.txt.br", "x".repeat(LARGEST + 1));
      FileHandler handler = handler(mode);

      assertThat(Answers.content(get(handler, "/a.txt", BROWSER))).hasSize(LARGEST + 1);
      assertThat(Answers.content(get(handler, "/a.txt", ""))).isEqualTo("small");
    }

    @Test
    void areServedInPartsOfTheirOwnBytes() throws IOException {
      write("a.css", TEXT);
      write("a.css.br", "brotli");
      FileHandler handler = handler(CacheMode.CAFFEINE);
      String coded = tag(head(handler, "/a.css", BROWSER));
      String plain = tag(head(handler, "/a.css", ""));

      Response part =
          get(handler, "/a.css", BROWSER + "Range: bytes=2-3\r\nIf-Range: " + coded + "\r\n");
      assertThat(part.status()).isEqualTo(Status.PARTIAL_CONTENT);
      assertThat(Answers.content(part)).isEqualTo("ot");
      assertThat(Answers.head(part))
          .contains("\r\nContent-Range: bytes 2-3/6\r\n")
          .contains("\r\nContent-Encoding: br\r\n")
          .contains("\r\nVary: Accept-Encoding\r\n");
      Response other =
          get(handler, "/a.css", BROWSER + "Range: bytes=2-3\r\nIf-Range: " + plain + "\r\n");
      assertThat(other.status()).isEqualTo(Status.PARTIAL_CONTENT);
      assertThat(Answers.content(other)).isEqualTo(TEXT.substring(2, 4));
    }

    /** What a multipart would be coded in is left to be guessed. */
    @Test
    void areServedWholeToWhoWantsSeveralParts() throws IOException {
      write("a.css", TEXT);
      write("a.css.br", "brotli");
      FileHandler handler = handler(CacheMode.CAFFEINE);
      String ranges = "Range: bytes=0-0,2-3\r\n";
      String known = "If-Range: " + tag(head(handler, "/a.css", BROWSER)) + "\r\n";

      assertThat(get(handler, "/a.css", BROWSER + ranges + known).status()).isEqualTo(Status.OK);
      Response plain = get(handler, "/a.css", ranges);
      assertThat(plain.status()).isEqualTo(Status.PARTIAL_CONTENT);
      assertThat(Answers.head(plain)).contains("\r\nX-Content-Type-Options: nosniff\r\n");
    }

    /** All forms have the date of the file, or nearly. */
    @Test
    void areNotContinuedByDate() throws IOException {
      write("a.css", TEXT);
      write("a.css.br", "brotli");
      write("b.css", "b");
      Files.writeString(root.resolve("c.css"), "of another time");
      FileHandler handler = handler(CacheMode.CAFFEINE);
      String ifRange = "Range: bytes=0-0\r\nIf-Range: Sun, 09 Sep 2001 01:46:40 GMT\r\n";

      assertThat(get(handler, "/b.css", ifRange).status()).isEqualTo(Status.PARTIAL_CONTENT);
      assertThat(get(handler, "/a.css", ifRange).status()).isEqualTo(Status.OK);
      assertThat(get(handler, "/a.css", BROWSER + ifRange).status()).isEqualTo(Status.OK);
    }

    /**
     * Cut short, empty, of another version, or no gzip at all; and one that is too large to keep.
     */
    @ParameterizedTest
    @EnumSource
    void areOnlyServedIfTheyAreTheGzipOfTheirFile(CacheMode mode) throws IOException {
      String large = TEXT.repeat(LARGEST / TEXT.length() + 1);
      for (String text : List.of(TEXT, large)) {
        String whole = zipped(text);
        String half = whole.substring(0, whole.length() / 2);
        for (String wrong : List.of(half, "", zipped(text + "x"), "no gzip", "x".repeat(100))) {
          write("a.css", text);
          write("a.css.gz", wrong);
          FileHandler handler = handler(mode);

          Response response = get(handler, "/a.css", GZIP_ONLY);
          boolean coded = Answers.head(response).contains("Content-Encoding: gzip");
          String content = Answers.content(response);
          assertThat(coded ? unzipped(content) : content).isEqualTo(text);
          assertThat(coded).isEqualTo(mode != CacheMode.NONE && text.equals(TEXT));
        }
      }
    }

    @Test
    void thatCannotBeUsedAreNotReadAgainWhileTheyStayAsTheyAre() throws IOException {
      write("a.css", TEXT);
      write("a.css.gz", "no gzip");
      FileHandler handler = handler(CacheMode.CAFFEINE);
      Response first = get(handler, "/a.css", GZIP_ONLY);

      nanos.addAndGet(REVALIDATE.toNanos());
      assertThat(get(handler, "/a.css", GZIP_ONLY)).isSameAs(first);
      write("a.css.gz", zipped(TEXT));
      nanos.addAndGet(REVALIDATE.toNanos());
      assertThat(get(handler, "/a.css", GZIP_ONLY)).isNotSameAs(first);
    }

    @Test
    void areNotServedIfTheyAreOff() throws IOException {
      write("a.css", TEXT);
      write("a.css.br", "brotli");
      FileHandler handler =
          handler(settings(CacheMode.CAFFEINE), new Compression(CompressionMode.OFF, 1 << 10));

      assertThat(Answers.content(get(handler, "/a.css", BROWSER))).isEqualTo(TEXT);
      assertThat(head(handler, "/a.css", BROWSER)).doesNotContain("Vary");
      assertThat(Answers.content(get(handler, "/a.css.br", ""))).isEqualTo("brotli");
    }
  }

  /** Python's HTTP libraries, wget2 and curl --compressed request parts so, and decode none. */
  @Nested
  class Parts {

    private static final String RANGE = "Range: bytes=2-5\r\n";
    private static final String PART = TEXT.substring(2, 6);

    @ParameterizedTest
    @EnumSource
    void areTakenFromTheFileItself(CacheMode mode) throws IOException {
      FileHandler handler = handlerOfAllForms(mode);

      for (String file : ALL_FORMS) {
        for (String codings : new String[] {BROWSER, GZIP_ONLY, "Accept-Encoding: *\r\n"}) {
          Response part = get(handler, file, codings + RANGE);
          assertThat(part.status()).as(file).isEqualTo(Status.PARTIAL_CONTENT);
          assertThat(Answers.head(part))
              .doesNotContain("Content-Encoding")
              .contains("\r\nETag: " + tag(head(handler, file, "")) + "\r\n");
          assertThat(Answers.content(part)).as(file).isEqualTo(PART);
        }
        assertThat(get(handler, file, BROWSER + "Range: bytes=0-1,8-9\r\n").status())
            .isEqualTo(Status.PARTIAL_CONTENT);
        assertThat(head(handler, file, BROWSER + "Range: bytes=9999999-\r\n"))
            .contains("\r\nContent-Range: bytes */" + size(file) + "\r\n");
      }
    }

    @ParameterizedTest
    @EnumSource
    void areTakenFromACodedFormByWhoNamesIt(CacheMode mode) throws IOException {
      FileHandler handler = handlerOfAllForms(mode);

      for (String file : ALL_FORMS) {
        String whole = head(handler, file, GZIP_ONLY);
        for (String field : new String[] {"If-Range: ", "If-Match: ", "If-Match: \"x\", "}) {
          String part = head(handler, file, GZIP_ONLY + RANGE + field + tag(whole) + "\r\n");
          assertThat(part).startsWith("HTTP/1.1 206 ");
          assertThat(coding(part)).isEqualTo(coding(whole));
        }
      }
    }

    @ParameterizedTest
    @EnumSource
    void ofAnotherVersionAreTheWholeFileItself(CacheMode mode) throws IOException {
      FileHandler handler = handlerOfAllForms(mode);

      for (String file : ALL_FORMS) {
        for (String old : new String[] {"\"old\"", "Sun, 09 Sep 2001 01:46:40 GMT"}) {
          String whole = head(handler, file, BROWSER + RANGE + "If-Range: " + old + "\r\n");
          boolean dated = old.startsWith("S") && !whole.contains("\r\nVary: ");
          assertThat(whole).startsWith(dated ? "HTTP/1.1 206 " : "HTTP/1.1 200 ");
          assertThat(coding(whole)).isEmpty();
        }
      }
    }

    /** Squid sends both when it revalidates. */
    @ParameterizedTest
    @EnumSource
    void areNotSentToWhoHasTheWhole(CacheMode mode) throws IOException {
      FileHandler handler = handlerOfAllForms(mode);

      for (String file : ALL_FORMS) {
        for (String whole :
            new String[] {head(handler, file, GZIP_ONLY), head(handler, file, "")}) {
          for (String tags : new String[] {tag(whole), "\"x\", " + tag(whole), "W/" + tag(whole)}) {
            String same =
                head(handler, file, GZIP_ONLY + RANGE + "If-None-Match: " + tags + "\r\n");
            assertThat(same)
                .startsWith("HTTP/1.1 304 ")
                .contains("\r\nETag: " + tag(whole) + "\r\n");
          }
        }
        String other = head(handler, file, GZIP_ONLY + RANGE + "If-None-Match: \"x\"\r\n");
        assertThat(other).startsWith("HTTP/1.1 206 ");
        assertThat(coding(other)).isEmpty();
      }
    }

    /**
     * The only acceptable form is the one that the range selects from (RFC 9110 §12.5.3, §14.2).
     */
    @ParameterizedTest
    @EnumSource
    void areCodedForWhoRefusesTheFileItself(CacheMode mode) throws IOException {
      FileHandler handler = handlerOfAllForms(mode);
      String refused = "Accept-Encoding: gzip, identity;q=0\r\n";

      for (String file : ALL_FORMS) {
        String whole = head(handler, file, GZIP_ONLY);
        String part = head(handler, file, refused + RANGE);
        assertThat(part).startsWith("HTTP/1.1 206 ");
        assertThat(coding(part)).isEqualTo(coding(whole));
        assertThat(tag(part)).isEqualTo(tag(whole));
      }
    }

    /** Range is defined for GET only (RFC 9110 §14.2). */
    @Test
    void ofAHeadAreNothing() throws IOException {
      FileHandler handler = handlerOfAllForms(CacheMode.CAFFEINE);
      String fields = " HTTP/1.1\r\nHost: test\r\n" + GZIP_ONLY + RANGE + "\r\n";

      Response head = handler.handle(Requests.parse("HEAD /made.css" + fields));

      assertThat(head.status()).isEqualTo(Status.OK);
      assertThat(Answers.head(head)).contains("\r\nContent-Encoding: gzip\r\n");
    }

    /** To compress a file takes long, and the result would not be sent. */
    @Test
    void makeNoCodedForm() throws IOException {
      FileHandler handler = handlerOfAllForms(CacheMode.CAFFEINE);

      Answers.content(get(handler, "/made.css", GZIP_ONLY + RANGE));

      assertThat(get(handler, "/made.css", GZIP_ONLY))
          .isSameAs(get(handler, "/made.css", GZIP_ONLY));
    }

    private static final List<String> ALL_FORMS = List.of("/made.css", "/small.css", "/large.css");

    private FileHandler handlerOfAllForms(CacheMode mode) throws IOException {
      String large = TEXT.repeat(LARGEST / TEXT.length() + 1);
      write("made.css", TEXT);
      write("small.css", TEXT);
      write("small.css.gz", zipped(TEXT));
      write("large.css", large);
      write("large.css.gz", zipped(large));
      // Times that are all equal tell no versions apart.
      Files.setLastModifiedTime(write("other", ""), FileTime.fromMillis(1_100_000_000_000L));
      return handler(mode);
    }

    private long size(String file) throws IOException {
      return Files.size(root.resolve(file.substring(1)));
    }

    private static String coding(String head) {
      Matcher matcher = Pattern.compile("\r\nContent-Encoding: (\\w+)\r\n").matcher(head);
      return matcher.find() ? matcher.group(1) : "";
    }
  }

  /** Here, once, of text that is kept in memory. */
  @Nested
  class Gzip {

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void isMadeOfTextOnce(CacheMode mode) throws IOException {
      write("a.txt", TEXT);
      FileHandler handler = handler(mode);

      Response first = get(handler, "/a.txt", BROWSER);

      assertThat(unzipped(Answers.content(first))).isEqualTo(TEXT);
      assertThat(Answers.head(first))
          .contains("\r\nContent-Type: text/plain; charset=utf-8\r\n")
          .contains("\r\nContent-Encoding: gzip\r\n")
          .contains("\r\nVary: Accept-Encoding\r\n");
      assertThat(get(handler, "/a.txt", GZIP_ONLY)).isSameAs(first);
      assertThat(Answers.content(get(handler, "/a.txt", ""))).isEqualTo(TEXT);
      assertThat(head(handler, "/a.txt", "")).contains("\r\nVary: Accept-Encoding\r\n");
      assertThat(tag(head(handler, "/a.txt", ""))).isNotEqualTo(tag(Answers.head(first)));
    }

    @Test
    void isNotMadeOfWhatIsReadForEachRequest() throws IOException {
      write("a.txt", TEXT);
      FileHandler handler = handler(CacheMode.NONE);

      assertThat(Answers.content(get(handler, "/a.txt", BROWSER))).isEqualTo(TEXT);
      assertThat(head(handler, "/a.txt", BROWSER)).doesNotContain("Vary");
    }

    @Test
    void isAddedToABrotliSibling() throws IOException {
      write("a.txt", TEXT);
      write("a.txt.br", "brotli");
      FileHandler handler = handler(CacheMode.CAFFEINE);

      assertThat(Answers.content(get(handler, "/a.txt", BROWSER))).isEqualTo("brotli");
      assertThat(unzipped(Answers.content(get(handler, "/a.txt", GZIP_ONLY)))).isEqualTo(TEXT);
    }

    @Test
    void isNotMadeOfSmallFilesOrOfWhatIsNoText() throws IOException {
      write("small.txt", "x".repeat(1023));
      write("least.txt", "x".repeat(1024));
      write("a.png", TEXT);
      FileHandler handler = handler(CacheMode.CAFFEINE);

      assertThat(head(handler, "/small.txt", BROWSER)).doesNotContain("Vary", "Content-Encoding");
      assertThat(head(handler, "/a.png", BROWSER)).doesNotContain("Vary", "Content-Encoding");
      assertThat(head(handler, "/least.txt", BROWSER)).contains("\r\nContent-Encoding: gzip\r\n");
    }

    @Test
    void isNotSentWhereItDoesNotSaveHalf() throws IOException {
      write("noise.txt", noise(1024));
      write("letters.txt", noise(4096).replaceAll("[^a-z]", "") + noise(1024));
      FileHandler handler = handler(CacheMode.CAFFEINE);

      for (int i = 0; i < 2; i++) {
        assertThat(head(handler, "/noise.txt", BROWSER)).doesNotContain("Content-Encoding");
        assertThat(head(handler, "/letters.txt", BROWSER)).doesNotContain("Content-Encoding");
      }
    }

    @Test
    void isAnsweredWith304ToWhoHasIt() throws IOException {
      write("a.txt", TEXT);
      FileHandler handler = handler(CacheMode.CAFFEINE);
      String coded = tag(head(handler, "/a.txt", BROWSER));

      Response same = get(handler, "/a.txt", BROWSER + "If-None-Match: " + coded + "\r\n");
      assertThat(same.status()).isEqualTo(Status.NOT_MODIFIED);
      assertThat(Answers.head(same))
          .contains("\r\nETag: " + coded + "\r\n")
          .contains("\r\nVary: Accept-Encoding\r\n");
      assertThat(get(handler, "/a.txt", "If-None-Match: " + coded + "\r\n").status())
          .as("that of another form")
          .isEqualTo(Status.OK);
    }

    @Test
    void isMadeAnewOfAChangedFile() throws IOException {
      write("a.txt", TEXT);
      FileHandler handler = handler(CacheMode.LRU);
      get(handler, "/a.txt", BROWSER);

      write("a.txt", TEXT.toUpperCase(Locale.ROOT));
      nanos.addAndGet(REVALIDATE.toNanos());

      assertThat(unzipped(Answers.content(get(handler, "/a.txt", BROWSER)))).startsWith("TAILGATE");
    }

    @Test
    void countsAsMemory() throws IOException {
      write("a.txt", TEXT);
      FileHandler handler = handler(CacheMode.CAFFEINE);
      long coded = get(handler, "/a.txt", BROWSER).body().length();

      assertThat(handler.cacheStatistics().bytes()).isGreaterThan(TEXT.length() + coded);
      assertThat(handler.cacheStatistics().entries()).isEqualTo(1);
      assertThat(handler.cacheStatistics().loads()).isEqualTo(1);
    }

    /** A file that was pinned at the start is pinned again after a change. */
    @Test
    void keepsItsPlaceWhereTheSiteIsPinned() throws IOException {
      write("a.txt", TEXT);
      long needed = handler(CacheMode.PINNED).cacheStatistics().bytes();
      CacheSettings tight = new CacheSettings(CacheMode.PINNED, needed, 1, LARGEST, REVALIDATE);
      FileHandler handler = handler(tight, Compression.DEFAULT);

      write("a.txt", TEXT.toUpperCase(Locale.ROOT));
      nanos.addAndGet(REVALIDATE.toNanos());

      assertThat(unzipped(Answers.content(get(handler, "/a.txt", BROWSER)))).startsWith("TAILGATE");
      assertThat(handler.cacheStatistics().entries()).isEqualTo(1);
    }

    @Test
    void mustFitIfTheSiteIsPinned() throws IOException {
      write("a.txt", TEXT);
      long needed = handler(CacheMode.PINNED).cacheStatistics().bytes();
      CacheSettings tight = new CacheSettings(CacheMode.PINNED, needed - 1, 1, LARGEST, REVALIDATE);

      assertThatThrownBy(() -> handler(tight, Compression.DEFAULT))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              String.format(
                  Locale.ROOT,
                  "the site needs %d bytes of memory, but the cache has only %d",
                  needed,
                  needed - 1));
      assertThat(
              handler(tight, new Compression(CompressionMode.SIBLINGS, 0))
                  .cacheStatistics()
                  .entries())
          .isEqualTo(1);
    }
  }

  private static String noise(int length) {
    var random = new Random(1);
    var noise = new StringBuilder();
    for (int i = 0; i < length; i++) {
      noise.append((char) random.nextInt(256));
    }
    return noise.toString();
  }

  private static String zipped(String text) throws IOException {
    var zipped = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(zipped)) {
      out.write(text.getBytes(ISO_8859_1));
    }
    return zipped.toString(ISO_8859_1);
  }

  private static String unzipped(String octets) throws IOException {
    try (var in = new GZIPInputStream(new ByteArrayInputStream(octets.getBytes(ISO_8859_1)))) {
      return new String(in.readAllBytes(), ISO_8859_1);
    }
  }

  private static String tag(String head) {
    Matcher matcher = Pattern.compile("\r\nETag: (\"[^\"]+\")\r\n").matcher(head);
    assertThat(matcher.find()).as(head).isTrue();
    return matcher.group(1);
  }

  private static CacheSettings settings(CacheMode mode) {
    return new CacheSettings(mode, 1 << 20, 100, LARGEST, REVALIDATE);
  }

  private FileHandler handler(CacheMode mode) throws IOException {
    return handler(settings(mode), Compression.DEFAULT);
  }

  private FileHandler handler(CacheSettings settings, Compression compression) throws IOException {
    Site site = new Site(root, later, nanos::get);
    return new FileHandler(site, settings, compression, later, nanos::get);
  }

  private static String head(FileHandler handler, String target, String fields) throws IOException {
    Response response = get(handler, target, fields);
    String head = Answers.head(response);
    Answers.content(response); // closes it
    return head;
  }

  private static Response get(FileHandler handler, String target, String fields)
      throws IOException {
    return handler.handle(
        Requests.parse("GET " + target + " HTTP/1.1\r\nHost: test\r\n" + fields + "\r\n"));
  }

  private Path write(String name, String content) throws IOException {
    Path file = root.resolve(name);
    Files.write(file, content.getBytes(ISO_8859_1));
    return Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000_000_000L));
  }
}
