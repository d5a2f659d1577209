package tailgate.lab.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each claim in docs/origins.md is judged, or the page says why it is not. */
class OriginsPageTest {

  private static final Path PAGE = Path.of("../docs/origins.md");
  private static final String HEAD = "| claim | figure, as published | judged by |";
  private static final Pattern EXPERIMENT = Pattern.compile("^`([a-z-]+)`");

  private record Row(Origin origin, String claim, String judgedBy) {}

  @Test
  void eachClaimIsJudgedByAnExperimentOrHasAReason() throws IOException {
    List<Row> rows = rows();

    assertThat(rows).hasSizeGreaterThan(20);
    assertThat(rows)
        .allSatisfy(
            row -> {
              Matcher experiment = EXPERIMENT.matcher(row.judgedBy);
              if (experiment.find()) {
                assertThat(Claim.about(experiment.group(1)))
                    .extracting(Claim::origin)
                    .contains(row.origin);
              } else {
                assertThat(row.judgedBy).matches("(not tested|no verdict): .{10,}");
              }
            });
  }

  @Test
  void everyOriginHasClaims() throws IOException {
    assertThat(rows()).extracting(Row::origin).contains(Origin.values());
  }

  private static List<Row> rows() throws IOException {
    List<Row> rows = new ArrayList<>();
    Origin origin = null;
    boolean inTable = false;
    for (String line : Files.readAllLines(PAGE)) {
      if (line.startsWith("## ")) {
        String title = line.substring(3).toLowerCase(Locale.ROOT);
        origin =
            Arrays.stream(Origin.values())
                .filter(one -> one.toString().toLowerCase(Locale.ROOT).equals(title))
                .findFirst()
                .orElse(null);
      }
      assertThat(line)
          .as("a table of claims says who judges them")
          .isNotEqualTo("| claim | figure, as published |");
      if (inTable && line.startsWith("| ") && origin != null) {
        String[] cells = line.split(" \\| ", -1);
        rows.add(new Row(origin, cells[0].substring(2), cells[2].replaceAll(" \\|$", "")));
      }
      inTable = line.equals(HEAD) || (inTable && line.startsWith("|"));
    }
    return rows;
  }
}
