package tailgate.content.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import tailgate.http.PathBytes;

/** One thread is enough to see the order; what locks guard is tested with the cache. */
class LruTableTest {

  private static final int CAPACITY = 100_000;
  private static final int MOST = 20;
  private static final PathBytes[] PATHS = FileCacheContract.PATHS;

  private final LruTable table = new LruTable(CAPACITY, MOST);

  /** What the table is to do, at the price of a write for every hit. */
  private final Map<PathBytes, CachedFile> model = new LinkedHashMap<>(16, 0.75f, true);

  @Test
  void evictsExactlyAsAListThatEveryHitReorders() {
    var random = new Random(3);
    for (int now = 0; now < 20_000; now++) {
      PathBytes path = PATHS[random.nextInt(40)];
      CachedFile file = table.find(path, now);
      assertThat(file).isSameAs(model.get(path));
      if (file == null) {
        add(FileCacheContract.file(path, random.nextInt(CAPACITY / 10)), now);
      } else if (random.nextInt(10) == 0) {
        assertThat(table.remove(file)).isTrue();
        model.remove(path);
      }
      assertBounds();
    }
  }

  private void add(CachedFile file, long now) {
    List<CachedFile> evicted = new ArrayList<>();
    while (!table.hasRoomFor(file)) {
      evicted.add(table.evict());
    }
    table.add(file, now);
    Iterator<CachedFile> oldest = model.values().iterator();
    for (CachedFile victim : evicted) {
      assertThat(victim).isSameAs(oldest.next());
      oldest.remove();
    }
    model.put(file.key(), file);
  }

  private void assertBounds() {
    assertThat(table.size()).isEqualTo(model.size()).isLessThanOrEqualTo(MOST);
    assertThat(table.bytes())
        .isEqualTo(model.values().stream().mapToLong(CachedFile::weight).sum())
        .isLessThanOrEqualTo(CAPACITY);
  }

  @Test
  void evictsAllOfThemOneByOneWhenTheirTimesAreEqual() {
    for (int i = 0; i < MOST; i++) {
      table.add(FileCacheContract.file(PATHS[i], 0), 7);
    }
    for (int i = 0; i < MOST; i++) {
      assertThat(table.evict().key()).isEqualTo(PATHS[i]);
    }
    assertThat(table.size()).isZero();
    assertThat(table.bytes()).isZero();
  }

  /** As two hits at the same moment may leave it. */
  @Test
  void bearsATimeThatWentBack() {
    CachedFile a = FileCacheContract.file(PATHS[0], 0);
    CachedFile b = FileCacheContract.file(PATHS[1], 0);
    table.add(a, 1);
    table.add(b, 5);
    table.find(b.key(), 3);

    assertThat(table.evict()).isSameAs(a);
    assertThat(table.evict()).isSameAs(b);
  }

  @Test
  void refusesWhatBreaksItsBounds() {
    CachedFile file = FileCacheContract.file(PATHS[0], CAPACITY - 2_000);
    table.add(file, 0);

    assertThatThrownBy(() -> table.add(FileCacheContract.file(PATHS[1], 2_000), 0))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> table.add(FileCacheContract.file(PATHS[0], 0), 0))
        .isInstanceOf(IllegalStateException.class);
    assertThat(table.size()).isEqualTo(1);
    assertThat(table.remove(FileCacheContract.file(PATHS[0], 0))).as("another one").isFalse();
    assertThat(table.bytes()).isEqualTo(file.weight());
  }
}
