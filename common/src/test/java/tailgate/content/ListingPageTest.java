package tailgate.content;

import static org.assertj.core.api.Assertions.assertThat;

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

    assertThat(page).containsSubsequence("./Y/", "./z/", "./A\"", "./a\"", "./b\"", "./C\"");
  }

  @Test
  void aRowHasNameSizeAndTime() {
    assertThat(page(List.of(), file("a.txt", 1536), folder("sub")))
        .contains(
            "<td><a href=\"./a.txt\"><bdi>a.txt</bdi></a></td><td>1.5 KiB</td>"
                + "<td><time datetime=\"2024-02-29T23:59:58Z\">2024-02-29 23:59</time></td>")
        .contains("<td><a href=\"./sub/\"><bdi>sub/</bdi></a></td><td>–</td>");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "a:b ./a:b a:b",
        "javascript:alert(1) ./javascript:alert(1) javascript:alert(1)",
        "- ./- -",
        "\"onclick=x ./%22onclick=x &quot;onclick=x",
        "a'b ./a&#39;b a&#39;b",
        "<b> ./%3Cb%3E &lt;b&gt;",
        "a&amp; ./a&amp;amp; a&amp;amp;",
        "100% ./100%25 100%",
        "%41 ./%2541 %41",
        "a?b#c ./a%3Fb%23c a?b#c",
        "größe ./gr%C3%B6%C3%9Fe größe",
        "😀 ./%F0%9F%98%80 😀",
      })
  void aNameIsEncodedInItsLinkAndEscapedInItsText(String name, String link, String text) {
    assertThat(page(List.of(), file(name, 1)))
        .contains("<a href=\"" + link + "\"><bdi>" + text + "</bdi></a>");
  }

  @Test
  void controlsInANameAreShownAsUnknown() {
    assertThat(page(List.of("x\u0085"), file("a\n<\u001b\u007f", 1)))
        .contains("<a href=\"./a%0A%3C%1B%7F\"><bdi>a\ufffd&lt;\ufffd\ufffd</bdi></a>")
        .contains("<title>Files in /x\ufffd/</title>");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "1023, 1023 B",
    "1024, 1.0 KiB",
    "1048575, 1024.0 KiB",
    "1048576, 1.0 MiB",
    "1288490189, 1.2 GiB",
    "9223372036854775807, 8.0 EiB"
  })
  void aSizeHasAUnit(long bytes, String text) {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(page(List.of(), file("a", bytes))).contains("<td>" + text + "</td>");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void theRootHasNoParent() {
    assertThat(page(List.of())).doesNotContain("../").contains("<h1>Files in <bdi>/</bdi></h1>");
    assertThat(page(List.of("a", "<b>")))
        .contains("href=\"../\"")
        .contains("<h1>Files in <bdi>/a/&lt;b&gt;/</bdi></h1>");
  }

  @Test
  void anEmptyFolderSaysSo() {
    assertThat(page(List.of())).contains("This folder is empty.");
    assertThat(page(List.of(), file("a", 1))).doesNotContain("This folder is empty.");
  }

  @Test
  void aListThatWasCutOffSaysSo() {
    var page = new ListingPage(List.of(), List.of(file("a", 1)), 10_000);

    assertThat(text(page)).contains("more than 10000 names");
    assertThat(page(List.of(), file("a", 1))).doesNotContain("more than");
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
    return text(new ListingPage(segments, List.of(entries), 0));
  }

  private static String text(ListingPage page) {
    return StandardCharsets.UTF_8.decode(page.bytes()).toString();
  }
}
