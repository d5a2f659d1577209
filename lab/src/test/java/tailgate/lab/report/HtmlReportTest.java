package tailgate.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HtmlReportTest {

  private static final Pattern DATA =
      Pattern.compile("<script type=\"application/json\" id=\"data\">(.*?)</script>");

  /** The first opens a comment, in which a script element does not end with its end tag. */
  @ParameterizedTest
  @ValueSource(strings = {"<!--<script>", "</script><img src=x>", "<b>", "a < b", "]]>", "\\u003c"})
  void theDataHasNoCharacterThatHtmlKnows(String text) throws IOException {
    Matcher data = DATA.matcher(report("A title", text).html());

    assertThat(data.find()).isTrue();
    assertThat(data.group(1)).doesNotContain("<");
    assertThat(new ObjectMapper().readTree(data.group(1)).at("/remarks/0").asText())
        .isEqualTo(text);
  }

  @Test
  void theTitleIsTextAndNoPlaceForAnythingElse() throws IOException {
    assertThat(report("<i> & {{data}}", "x").html().lines().filter(l -> l.startsWith("<title>")))
        .containsExactly("<title>&lt;i> &amp; {{data}}</title>");
  }

  private static HtmlReport report(String title, String remark) {
    return new HtmlReport(
        title, "A question", List.of(), List.of(), List.of(), List.of(), List.of(remark));
  }
}
