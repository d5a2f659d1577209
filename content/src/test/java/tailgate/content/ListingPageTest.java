package tailgate.content;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ListingPageTest {

  private static final Instant TIME = Instant.parse("2024-02-29T23:59:58.7Z");

  @Test
  void foldersComeFirstAndThenGoesTheName() {
    String page =
        page(
            List.of(),
            file("b", 1),
            file("A", 1),
            file("a", 1),
            folder("z"),
            file("C", 1),
            folder("Y"));

    assertThat(page).containsSubsequence("\"Y/", "\"z/", "\"A\"", "\"a\"", "\"b\"", "\"C\"");
  }

  /** In one line, in this order, with such a time and the size in bytes: GDAL and lftp read it. */
  @Test
  void aRowHasNameTimeAndSizeAsThatOfNginx() {
    assertThat(page(List.of(), file("a.txt", 1536), folder("sub")))
        .contains(
            """

            <tr><td><a href="sub/"><bdi>sub/</bdi></a></td><td>29-Feb-2024 23:59</td><td>-</td></tr>
            <tr><td><a href="a.txt"><bdi>a.txt</bdi></a></td><td>29-Feb-2024 23:59</td><td>1536</td></tr>
            """);
  }

  @Test
  void aTimeIsTheSameInAllLanguages() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(
              page(
                  List.of(), new ListingPage.OfFile("a", 1, Instant.parse("2024-12-01T00:00:00Z"))))
          .contains("<td>01-Dec-2024 00:00</td>");
    } finally {
      Locale.setDefault(before);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "a:b a%3Ab a:b",
        "javascript:alert(1) javascript%3Aalert%281%29 javascript:alert(1)",
        "-._~ -._~ -._~",
        "\"onclick=x %22onclick%3Dx \"onclick=x",
        "a'b a%27b a'b",
        "a+b a%2Bb a+b",
        "<b> %3Cb%3E &lt;b&gt;",
        "a&amp; a%26amp%3B a&amp;amp;",
        "100% 100%25 100%",
        "%41 %2541 %41",
        "a?b#c a%3Fb%23c a?b#c",
        "größe gr%C3%B6%C3%9Fe größe",
        "😀 %F0%9F%98%80 😀",
      })
  void aNameIsEncodedInItsLinkAndEscapedInItsText(String name, String link, String text) {
    assertThat(page(List.of(), file(name, 1)))
        .contains("<a href=\"" + link + "\"><bdi>" + text + "</bdi></a>");
  }

  @Test
  void controlsInANameAreShownAsUnknown() {
    assertThat(page(List.of("x\u0085"), file("a\n<\u001b\u007f", 1)))
        .contains("<a href=\"a%0A%3C%1B%7F\"><bdi>a\ufffd&lt;\ufffd\ufffd</bdi></a>")
        .contains("<title>Index of /x\ufffd/</title>");
  }

  @Test
  void theRootHasNoParent() {
    assertThat(page(List.of())).doesNotContain("../").contains("<h1>Index of /</h1>");
    assertThat(page(List.of("a", "<b>")))
        .contains("href=\"../\"")
        .contains("<title>Index of /a/&lt;b&gt;/</title>")
        .contains("<h1>Index of /a/&lt;b&gt;/</h1>");
  }

  @Test
  void anEmptyFolderSaysSo() {
    assertThat(page(List.of())).contains("This folder is empty.");
    assertThat(page(List.of(), file("a", 1))).doesNotContain("This folder is empty.");
  }

  @Test
  void aListThatWasCutOffSaysSo() {
    var page = new ListingPage(List.of(), List.of(file("a", 1)), 10_000, 100_000);

    assertThat(text(page.html())).contains("has 100000 names. Only the first 10000 are listed.");
    assertThat(page(List.of(), file("a", 1))).doesNotContain("names");
  }

  @Test
  void theJsonIsThatOfNginx() {
    var page =
        new ListingPage(
            List.of(), List.of(file("a\"b\\c\n\u007f<'ö😀", 1536), folder("sub")), 2, 2);

    assertThat(text(page.json()))
        .isEqualTo(
            """
            [
            { "name":"sub", "type":"directory", "mtime":"Thu, 29 Feb 2024 23:59:58 GMT" },
            { "name":"a\\"b\\\\c\\u000a\u007f<'ö😀", "type":"file", "mtime":"Thu, 29 Feb 2024 23:59:58 GMT", "size":1536 }
            ]
            """);
    assertThat(text(new ListingPage(List.of(), List.of(), 0, 0).json())).isEqualTo("[\n]\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"table", "thead", "tbody", "tr", "td", "th", "a", "bdi", "main", "html"})
  void whatIsOpenedIsClosed(String element) {
    String page = page(List.of("<i>"), file("</table>", 1), folder("\"><script>"));

    assertThat(count(page, "<" + element + "[ >]")).isEqualTo(count(page, "</" + element + ">"));
    assertThat(page).doesNotContain("<script", "<i>");
  }

  private static long count(String page, String regex) {
    return Pattern.compile(regex).matcher(page).results().count();
  }

  private static ListingPage.Entry file(String name, long size) {
    return new ListingPage.OfFile(name, size, TIME);
  }

  private static ListingPage.Entry folder(String name) {
    return new ListingPage.OfFolder(name, TIME);
  }

  private static String page(List<String> segments, ListingPage.Entry... entries) {
    return text(new ListingPage(segments, List.of(entries), 0, 0).html());
  }

  private static String text(ByteBuffer utf8) {
    return StandardCharsets.UTF_8.decode(utf8).toString();
  }
}
