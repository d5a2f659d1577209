package tailgate.lab.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tailgate.lab.plan.ExperimentReader;
import tailgate.lab.plan.StatedClaim;
import tailgate.lab.project.Project;

/** Each claim in docs/origins.md is judged, or the page says why it is not. */
class OriginsPageTest {

  private static final Path PAGE = Path.of("../docs/origins.md");
  private static final String HEAD = "| claim | figure, as published | judged by |";
  private static final Pattern EXPERIMENT = Pattern.compile("^`([a-z-]+)`");

  private record Row(String origin, String claim, String judgedBy) {}

  @Test
  void eachClaimIsJudgedByAnExperimentOrHasAReason() throws IOException {
    List<Row> rows = rows();

    assertThat(rows).hasSizeGreaterThan(20);
    assertThat(rows)
        .allSatisfy(
            row -> {
              Matcher experiment = EXPERIMENT.matcher(row.judgedBy);
              if (experiment.find()) {
                assertThat(ExperimentReader.ofLab(experiment.group(1)).claims())
                    .extracting(StatedClaim::origin)
                    .contains(row.origin);
              } else {
                assertThat(row.judgedBy).matches("(not tested|no verdict): .{10,}");
              }
            });
  }

  @Test
  void everyOriginOfAClaimIsOnThePage() throws Exception {
    for (Path file : new Project(Path.of("..").toRealPath()).experiments()) {
      for (StatedClaim claim : ExperimentReader.read(file, false, Map.of()).claims()) {
        if (claim.origin() != null) {
          assertThat(rows()).extracting(Row::origin).contains(claim.origin());
        }
      }
    }
  }

  private static List<Row> rows() throws IOException {
    List<Row> rows = new ArrayList<>();
    String origin = "";
    boolean inTable = false;
    for (String line : Files.readAllLines(PAGE)) {
      if (line.startsWith("## ")) {
        origin = line.substring(3).replace("Threads", "threads").replace("Futex", "futex");
      }
      assertThat(line)
          .as("a table of claims says who judges them")
          .isNotEqualTo("| claim | figure, as published |");
      if (inTable && line.startsWith("| ")) {
        String[] cells = line.split(" \\| ", -1);
        rows.add(new Row(origin, cells[0].substring(2), cells[2].replaceAll(" \\|$", "")));
      }
      inTable = line.equals(HEAD) || (inTable && line.startsWith("|"));
    }
    return rows;
  }
}
