package tailgate.trace;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A disk that becomes full, and one that has room again. */
class LineWriterTest {

  private static final String LINES = "one\ntwo\nthree\n";

  private final StubTarget target = new StubTarget();
  private long now;
  private final LineWriter writer = new LineWriter(target, () -> now, 1000);

  private static final class StubTarget implements LogTarget {
    final StringBuilder written = new StringBuilder();
    int room = Integer.MAX_VALUE;
    boolean broken;
    boolean moved;
    int looks;

    @Override
    public int write(ByteBuffer lines) throws IOException {
      if (room == 0 && broken) {
        throw new InternalError("a page of the target's memory is gone");
      }
      if (room == 0) {
        throw new IOException("No space left on device");
      }
      byte[] taken = new byte[Math.min(room, lines.remaining())];
      lines.get(taken);
      written.append(new String(taken, US_ASCII));
      room -= taken.length;
      return taken.length;
    }

    @Override
    public boolean reopenIfMoved() {
      looks++;
      if (broken) {
        throw new InternalError("no memory for a look");
      }
      return moved;
    }

    @Override
    public void close() {}
  }

  @Test
  void linesGoAsTheyCome() {
    write(LINES);
    write("four\n");
    assertThat(target.written).hasToString(LINES + "four\n");
    assertThat(writer.lost().sum()).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 4, 5, 8, 13})
  void whereverTheDiskBecomesFullNoLineIsGluedToTheHalfOfAnother(int room) {
    target.room = room;
    write(LINES);
    write("lost\n");
    target.room = Integer.MAX_VALUE;
    write("last\n");
    assertThat(target.written.toString().lines().toList())
        .containsSubsequence("last")
        .isSubsetOf("one", "two", "three", "last");
    long whole = target.written.toString().lines().count();
    assertThat(whole + writer.lost().sum()).isEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 4, 5, 8, 13})
  void anErrorOfTheTargetLosesNoLineUncounted(int room) {
    target.broken = true;
    target.room = room;
    write(LINES);
    write("lost\n");
    target.room = Integer.MAX_VALUE;
    write("last\n");
    long whole = target.written.toString().lines().count();
    assertThat(whole + writer.lost().sum()).isEqualTo(5);
    assertThat(("\n" + target.written)).endsWith("\nlast\n");
  }

  @Test
  void anErrorOfALookForAnotherFileLosesNothing() {
    target.broken = true;
    now += 1000;
    write(LINES);
    assertThat(target.written).hasToString(LINES);
  }

  @Test
  void theRestOfALineGoesAsSoonAsThereIsRoomEvenIfNothingComes() {
    target.room = 2;
    write("one\n");
    target.room = 1;
    write("");
    target.room = Integer.MAX_VALUE;
    write("");
    assertThat(target.written).hasToString("one\n");
    assertThat(writer.lost().sum()).isZero();
  }

  @Test
  void theRestOfALineDoesNotGoToAnotherFile() {
    target.room = 2;
    write("one\n");
    target.room = Integer.MAX_VALUE;
    target.moved = true;
    now += 1000;
    write("two\n");
    assertThat(target.written).hasToString("ontwo\n");
    assertThat(writer.lost().sum()).isEqualTo(1);
  }

  @Test
  void itIsNotLookedForAnotherFileWithEachWrite() {
    write(LINES);
    now += 999;
    write(LINES);
    assertThat(target.looks).isZero();
    now += 1;
    write(LINES);
    write(LINES);
    assertThat(target.looks).isEqualTo(1);
  }

  private void write(String lines) {
    writer.write(ByteBuffer.wrap(lines.getBytes(US_ASCII)));
  }
}
