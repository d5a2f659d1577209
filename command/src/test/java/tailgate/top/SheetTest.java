package tailgate.top;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.top.Sheet.Cell;
import tailgate.top.Sheet.Line;
import tailgate.top.Sheet.Tone;

final class SheetTest {

  @Test
  void cellsGoOnInTheNextLineAndStayWhole() {
    var sheet = new Sheet(30);
    sheet.row("name", Cell.plain("12345"), Cell.plain("678"), Cell.plain("9012345678"));
    assertThat(sheet.lines())
        .extracting(Line::text)
        .containsExactly("name          12345   678", "              9012345678");
  }

  @Test
  void aCellThatIsWiderThanTheScreenIsBrokenAtSpaces() {
    var sheet = new Sheet(30);
    sheet.row("name", Cell.plain("10.6 MiB of 5.89 GiB"), Cell.plain("next"));
    sheet.flow(0, List.of(Cell.plain("1,024 connections, 20,000 at most")));
    assertThat(sheet.lines())
        .extracting(Line::text)
        .containsExactly(
            "name          10.6 MiB of 5.89",
            "              GiB   next",
            "1,024 connections, 20,000 at",
            "most");
  }

  @Test
  void aWordThatIsWiderThanTheScreenIsBroken() {
    var sheet = new Sheet(20);
    sheet.row("name", Cell.plain("1234567890"));
    sheet.line(Cell.plain("12345678901234567890"), new Cell("more", Tone.STRONG));
    assertThat(sheet.lines())
        .extracting(Line::text)
        .containsExactly("name          123456", "              7890", "12345678901234567890");
  }

  @Test
  void nothingThatATerminalObeysIsShown() {
    assertThat(Cell.plain("a\u001b[31mb\u0007\n\u009bc\u00e4\ud83d\ude00").text())
        .isEqualTo("a?[31mb???c??");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 10, '[          ]'",
    "0, 5, 10, '[-----     ]'",
    "3, 5, 10, '[###--     ]'",
    "10, 10, 10, '[##########]'",
    "1, 1, 1000, '[#         ]'",
    "999, 999, 1000, '[######### ]'",
    "0, 0, 0, '[          ]'",
    "12, 14, 10, '[##########]'",
  })
  void aBarShowsNothingOnlyWhereThereIsNothingAndAllOnlyWhereItIsAll(
      long inner, long outer, long whole, String bar) {
    assertThat(new Sheet(40).bar(inner, outer, whole).text()).isEqualTo(bar);
  }
}
