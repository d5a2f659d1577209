package tailgate.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class MarkdownTableTest {

  @Test
  void aBarOrALineBreakInANameStaysInItsCell() {
    var table = new MarkdownTable(1, List.of(List.of("name", "ms"), List.of("a|b\r\nc", "1")));

    assertThat(table)
        .hasToString(
            """
            | name   | ms |
            |:-------|---:|
            | a\\|b c |  1 |
            """);
  }
}
