package tailgate.top;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class FullScreenTest {

  private static final String ENTER = "\u001b[?1049h\u001b[?25l";
  private static final String LEAVE = "\u001b[?25h\u001b[?1049l";
  private static final String HOME = "\u001b[H";

  private final Sample before = Fixtures.sample("adaptive-pool-1");
  private final Sample now = Fixtures.sample("adaptive-pool-2");
  private final StringWriter out = new StringWriter();

  private Terminal.Size size = new Terminal.Size(80, 50);

  private final FullScreen plain = screen(false);

  private FullScreen screen(boolean colours) {
    return new FullScreen(
        Endpoint.parse("9010"),
        new Terminal(colours, () -> Optional.of(size)),
        new PrintWriter(out));
  }

  @Test
  void itEntersOnceAndLeavesOnce() {
    plain.show(null, before);
    plain.show(before, now);
    plain.close();
    plain.close();
    assertThat(written()).startsWith(ENTER + HOME + "adaptive-pool").endsWith(LEAVE);
    assertThat(written().split("1049", -1)).hasSize(3);
  }

  @Test
  void whatWasNeverDrawnLeavesNothingBehind() {
    plain.close();
    assertThat(written()).isEmpty();
    assertThat(plain.show(null, now)).as("shown after the end").isFalse();
    assertThat(written()).isEmpty();
  }

  @Test
  void aFrameIsDrawnOverTheOneBeforeAndNothingIsCleared() {
    plain.show(before, now);
    assertThat(written()).doesNotContain("\u001b[2J").endsWith("\u001b[K\u001b[J");
    assertThat(written().replace("\r\n", "")).doesNotContain("\n");
  }

  @Test
  void aScreenThatIsTooLowShowsTheTopAndDoesNotScroll() {
    size = new Terminal.Size(80, 3);
    screen(false).show(before, now);
    assertThat(written().split("\r\n", -1)).hasSize(3);
  }

  @Test
  void aScreenThatIsALittleTooLowHasNoEmptyLines() {
    size = new Terminal.Size(80, 24);
    screen(false).show(before, now);
    assertThat(written()).contains("process ").doesNotContain("\r\n\u001b[K");
  }

  @Test
  void itIsRedrawnAtOnceWhenItIsResized() {
    plain.show(before, now);
    out.getBuffer().setLength(0);
    size = new Terminal.Size(40, 50);
    plain.resized();
    assertThat(written()).startsWith(HOME);
    assertThat(written().replaceAll("\u001b\\[\\??[0-9]*[a-zA-Z]", "").split("\r\n"))
        .allMatch(line -> line.length() <= 40);
  }

  @Test
  void coloursAreUsedWhereThereAreSome() {
    plain.show(before, now);
    assertThat(written()).doesNotContain("\u001b[36m", "\u001b[0m");
    screen(true).show(before, now);
    assertThat(written()).contains("\u001b[36m");
  }

  @Test
  void aServerThatIsAwayIsSaidAboveWhatItLastWas() {
    plain.show(before, now);
    out.getBuffer().setLength(0);
    plain.away("gone");
    assertThat(written()).startsWith(HOME + "gone\u001b[K\r\nadaptive-pool");
    out.getBuffer().setLength(0);
    plain.show(before, now);
    assertThat(written()).startsWith(HOME + "adaptive-pool").doesNotContain("gone");
  }

  private String written() {
    return out.toString();
  }
}
