package tailgate.top;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** The order in which a server is looked at and shown. */
final class ViewerTest {

  private final Sample before = Fixtures.sample("threadpool-1");
  private final Sample now = Fixtures.sample("threadpool-2");
  private final Queue<Optional<Sample>> answers = new ArrayDeque<>();
  private final StringWriter err = new StringWriter();

  /** Is closed, as a pipe is, once it has got so many lines. */
  private static final class Pipe extends Writer {

    private final StringBuilder text = new StringBuilder();
    private int left;

    Pipe(int lines) {
      left = lines;
    }

    @Override
    public void write(char[] chars, int from, int count) throws IOException {
      if (left == 0) {
        throw new IOException("Broken pipe");
      }
      text.append(chars, from, count);
    }

    @Override
    public void flush() {
      left--;
    }

    @Override
    public void close() {}

    List<String> lines() {
      return text.toString().lines().toList();
    }
  }

  private Sample answer() throws IOException {
    Optional<Sample> next = answers.size() > 1 ? answers.remove() : answers.element();
    return next.orElseThrow(() -> new IOException("no answer"));
  }

  @Test
  void aServerThatIsNotThereIsAMistake() {
    answers.add(Optional.empty());
    assertThatIOException().isThrownBy(viewer(new Pipe(1))::watch).withMessage("no answer");
  }

  @Test
  void itShowsWhatHasChangedUntilNobodyLooks() throws Exception {
    answers.addAll(List.of(Optional.of(before), Optional.of(now)));
    var pipe = new Pipe(2);
    viewer(pipe).watch();
    assertThat(pipe.lines())
        .containsExactly(Summary.of(new Change(null, before)), Summary.of(new Change(before, now)));
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aServerThatGoesAwayIsWaitedForAndThatIsSaidOnce() throws Exception {
    answers.addAll(
        List.of(
            Optional.of(before),
            Optional.empty(),
            Optional.empty(),
            Optional.of(now),
            Optional.empty(),
            Optional.of(now)));
    var pipe = new Pipe(3);
    viewer(pipe).watch();
    assertThat(pipe.lines()).hasSize(3);
    assertThat(pipe.lines().get(1)).isEqualTo(Summary.of(new Change(before, now)));
    assertThat(err).hasToString("no answer; trying again\n".repeat(2));
  }

  @Test
  void onceMeansWithoutRatesOrWithThem() throws Exception {
    answers.addAll(List.of(Optional.of(before), Optional.of(before), Optional.of(now)));
    var pipe = new Pipe(9);
    viewer(pipe).once(false);
    viewer(pipe).once(true);
    assertThat(pipe.lines())
        .containsExactly(Summary.of(new Change(null, before)), Summary.of(new Change(before, now)));
  }

  private Viewer viewer(Pipe pipe) {
    var display = new Display.Lines(new PrintWriter(pipe), new PrintWriter(err), Summary::of);
    return new Viewer(this::answer, Duration.ofNanos(1), display);
  }
}
