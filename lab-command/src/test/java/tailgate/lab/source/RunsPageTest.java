package tailgate.lab.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tailgate.lab.results.Archive;

/** docs/runs.md names each field that an archive can have, and no other. */
class RunsPageTest {

  static final Path PAGE = Path.of("../docs/runs.md");

  private static final Pattern TYPE = Pattern.compile("### (\\w+)");
  private static final Pattern FIELD = Pattern.compile("\\| `(\\w+)` \\|([^|]*)\\|.*\\|");

  @Test
  void everyFieldThatIsWrittenIsOnThePageWithItsTypeAndNoOther() throws Exception {
    Map<String, Map<String, String>> written = WrittenFields.all();
    Map<String, Map<String, String>> page = page();

    assertThat(page.keySet()).containsExactlyInAnyOrderElementsOf(written.keySet());
    for (Map.Entry<String, Map<String, String>> type : written.entrySet()) {
      Map<String, String> named = new LinkedHashMap<>(page.get(type.getKey()));
      if (type.getValue().values().stream().allMatch(String::isEmpty)) {
        named.replaceAll((word, unit) -> ""); // an enum
      }
      assertThat(named)
          .as("%s on the page; change the schema as the page says", type.getKey())
          .containsExactlyInAnyOrderEntriesOf(type.getValue());
    }
  }

  @Test
  void thePageIsOfTheVersionThatIsWritten() throws Exception {
    assertThat(Files.readString(PAGE))
        .contains("This page is version " + Archive.SCHEMA + ".", "\n| " + Archive.SCHEMA + " | ")
        .doesNotContain("\n| " + (Archive.SCHEMA + 1) + " | ");
  }

  /** The fields of each type, as the page has them. */
  private static Map<String, Map<String, String>> page() throws IOException {
    Map<String, Map<String, String>> types = new TreeMap<>();
    Map<String, String> fields = new LinkedHashMap<>();
    for (String line : Files.readAllLines(PAGE)) {
      Matcher type = TYPE.matcher(line);
      Matcher field = FIELD.matcher(line);
      if (type.matches()) {
        fields = new LinkedHashMap<>();
        types.put(type.group(1), fields);
      } else if (field.matches()) {
        assertThat(fields.put(field.group(1), field.group(2).strip())).as(line).isNull();
      }
    }
    return types;
  }
}
