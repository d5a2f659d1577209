package tailgate.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PathBytesTest {

  private static PathBytes lent(String before, String path, String after) {
    PathBytes lent = new PathBytes();
    byte[] bytes = Heads.bytes(before + path + after);
    lent.set(bytes, before.length(), before.length() + path.length());
    return lent;
  }

  @Test
  void theBytesCountAndNotTheirPlace() {
    PathBytes lent = lent("GET ", "/a/b", " HTTP/1.1");

    assertThat(lent).isEqualTo(PathBytes.of("/a/b")).hasSameHashCodeAs(PathBytes.of("/a/b"));
    assertThat(lent).isEqualTo(lent.copy()).hasSameHashCodeAs(lent.copy());
    assertThat(lent.copy()).isEqualTo(lent("", "/a/b", "c"));
    assertThat(lent).hasToString("/a/b");
  }

  @Test
  void otherBytesAreAnotherPath() {
    PathBytes path = PathBytes.of("/a/b");

    assertThat(path).isNotEqualTo(PathBytes.of("/a/B"));
    assertThat(path).isNotEqualTo(PathBytes.of("/a/b/"));
    assertThat(path).isNotEqualTo(PathBytes.of("/a/"));
    assertThat(path).isNotEqualTo(PathBytes.of("/a/%62"));
    assertThat(path).isNotEqualTo("/a/b");
    assertThat(path).isNotEqualTo(null);
    assertThat(PathBytes.of("Aa")).hasSameHashCodeAs(PathBytes.of("BB"));
    assertThat(PathBytes.of("Aa")).isNotEqualTo(PathBytes.of("BB"));
  }

  @Test
  void aCopyStaysAndALentOneChanges() {
    PathBytes lent = lent("", "/first", "");
    Map<PathBytes, String> kept = new HashMap<>();
    kept.put(lent.copy(), "first");

    byte[] second = Heads.bytes("/second");
    lent.set(second, 0, second.length);
    PathBytes copy = lent.copy();
    second[1] = 'S';

    assertThat(kept.get(PathBytes.of("/first"))).isEqualTo("first");
    assertThat(kept.get(lent)).isNull();
    assertThat(copy).isEqualTo(PathBytes.of("/second"));
  }

  @Test
  void nothingBesideThePathCanBeSeen() {
    PathBytes lent = lent("x", "/a", "y");

    assertThat(lent.length()).isEqualTo(2);
    assertThat(lent.at(0)).isEqualTo((byte) '/');
    assertThat(lent.at(1)).isEqualTo((byte) 'a');
    assertThatThrownBy(() -> lent.at(2)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> lent.at(-1)).isInstanceOf(IndexOutOfBoundsException.class);
  }
}
