package tailgate.top;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FullScreenTest {

  private static final String ENTER = "\u001b[?1049h\u001b[?25l";
  private static final String LEAVE = "\u001b[?25h\u001b[?1049l";
  private static final String HOME = "\u001b[H";

  private final Sample before = Fixtures.sample("adaptive-pool-1");
  private final Sample now = Fixtures.sample("adaptive-pool-2");
  private final Change change = new Change(before, now);
  private final StringWriter out = new StringWriter();

  private Terminal.Size size = new Terminal.Size(80, 50);
  private boolean foreground = true;

  private final FullScreen plain = screen(false);

  private FullScreen screen(boolean colours) {
    return new FullScreen(
        Endpoint.parse("9010"),
        new Terminal(colours, () -> Optional.of(size), () -> foreground),
        new PrintWriter(out));
  }

  @Test
  void itEntersOnceAndLeavesOnce() {
    plain.show(new Change(null, before));
    plain.show(change);
    plain.close();
    plain.close();
    assertThat(written()).startsWith(ENTER + HOME + "adaptive-pool").endsWith(LEAVE);
    assertThat(written().split("1049", -1)).hasSize(3);
  }

  @Test
  void whatWasNeverDrawnLeavesNothingBehind() {
    plain.close();
    assertThat(written()).isEmpty();
    assertThat(plain.show(new Change(null, now))).as("shown after the end").isFalse();
    assertThat(written()).isEmpty();
  }

  @Test
  void aFrameIsDrawnOverTheOneBeforeAndNothingIsCleared() {
    plain.show(change);
    assertThat(written()).doesNotContain("\u001b[2J").endsWith("\u001b[K\u001b[J");
    assertThat(written().replace("\r\n", "")).doesNotContain("\n");
  }

  @Test
  void aScreenThatIsTooLowShowsTheTopAndDoesNotScroll() {
    size = new Terminal.Size(80, 3);
    screen(false).show(change);
    assertThat(written().split("\r\n", -1)).hasSize(3);
  }

  @Test
  void aScreenThatIsALittleTooLowHasNoEmptyLines() {
    size = new Terminal.Size(80, 24);
    screen(false).show(change);
    assertThat(written()).contains("process ").doesNotContain("\r\n\u001b[K");
  }

  @Test
  void itIsRedrawnAtOnceWhenItIsResized() {
    plain.show(change);
    out.getBuffer().setLength(0);
    size = new Terminal.Size(40, 50);
    plain.resized();
    assertThat(written()).startsWith(HOME);
    assertThat(written().replaceAll("\u001b\\[\\??[0-9]*[a-zA-Z]", "").split("\r\n"))
        .allMatch(line -> line.length() <= 40);
  }

  @Test
  void coloursAreUsedWhereThereAreSome() {
    plain.show(change);
    assertThat(written()).doesNotContain("\u001b[36m", "\u001b[0m");
    screen(true).show(change);
    assertThat(written()).contains("\u001b[36m");
  }

  @Test
  void aServerThatIsAwayIsSaidAboveWhatItLastWas() {
    plain.show(change);
    out.getBuffer().setLength(0);
    plain.unavailable("gone");
    assertThat(written()).startsWith(HOME + "gone\u001b[K\r\nadaptive-pool");
    out.getBuffer().setLength(0);
    plain.show(change);
    assertThat(written()).startsWith(HOME + "adaptive-pool").doesNotContain("gone");
  }

  // ---- rows that are full

  @ParameterizedTest
  @CsvSource({"20, 50", "20, 5", "31, 50", "31, 6", "40, 24", "80, 24", "80, 50"})
  void aLineThatFillsItsRowLosesNothing(int columns, int rows) {
    size = new Terminal.Size(columns, rows);
    for (boolean colours : new boolean[] {false, true}) {
      out.getBuffer().setLength(0);
      screen(colours).show(change);
      var grid = new Grid(columns, rows);
      grid.write("x".repeat(columns * rows));
      grid.write(written());
      List<String> lines =
          Screen.of(Endpoint.parse("9010"), change, columns).stream()
              .map(Sheet.Line::text)
              .toList();
      if (lines.size() > rows) {
        lines = lines.stream().filter(line -> !line.isEmpty()).limit(rows).toList();
      }
      assertThat(grid.lines()).isEqualTo(lines);
    }
  }

  @Test
  void thereAreLinesThatFillTheirRow() {
    assertThat(Screen.of(Endpoint.parse("9010"), change, 31))
        .anyMatch(line -> line.text().length() == 31);
  }

  // ---- who shares the terminal

  @Test
  void whileItIsStoppedTheTerminalIsAsItWasBefore() {
    plain.show(change);
    List<String> untilStopped = new ArrayList<>();
    plain.suspend(
        () -> {
          untilStopped.add(written());
          out.getBuffer().setLength(0);
          size = new Terminal.Size(40, 50);
        });
    assertThat(untilStopped).singleElement().asString().endsWith(LEAVE);
    assertThat(written()).startsWith(ENTER + HOME + "adaptive-pool");
    assertThat(written().replaceAll("\u001b\\[\\??[0-9]*[a-zA-Z]", "").split("\r\n"))
        .as("drawn to the size that it has now")
        .allMatch(line -> line.length() <= 40);
    plain.close();
    assertThat(written()).endsWith(LEAVE);
  }

  @Test
  void whatIsStoppedBeforeItIsDrawnOrAfterTheEndWritesNothing() {
    plain.suspend(() -> {});
    assertThat(written()).isEmpty();
    plain.show(change);
    plain.close();
    out.getBuffer().setLength(0);
    plain.suspend(() -> {});
    assertThat(written()).isEmpty();
  }

  @Test
  void inTheBackgroundItWritesNothing() {
    plain.show(change);
    plain.suspend(
        () -> {
          foreground = false;
          out.getBuffer().setLength(0);
        });
    assertThat(plain.show(change)).as("goes on").isTrue();
    assertThat(written()).isEmpty();
    foreground = true;
    plain.show(change);
    assertThat(written()).startsWith(ENTER + HOME + "adaptive-pool");
  }

  @Test
  void whatEndsInTheBackgroundHasLeftAlready() {
    plain.show(change);
    plain.suspend(() -> foreground = false);
    out.getBuffer().setLength(0);
    plain.close();
    assertThat(written()).isEmpty();
  }

  private String written() {
    return out.toString();
  }
}
