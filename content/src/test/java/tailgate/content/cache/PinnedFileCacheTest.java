package tailgate.content.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import tailgate.http.PathBytes;

class PinnedFileCacheTest extends KeepingFileCacheContract {

  @Override
  FileCache cache(LongSupplier nanoClock) {
    List<PathBytes> places = new ArrayList<>(List.of(PATHS));
    places.add(A);
    return new PinnedFileCache(CAPACITY, places, nanoClock);
  }

  @Test
  void keepsNothingInOtherPlaces() throws Exception {
    PathBytes later = PathBytes.of("/later");
    CachedFile first = file(later, 1);
    CachedFile second = file(later, 1);

    assertThat(cache.admits(later, first.weight())).isFalse();
    assertThat(cache.get(later, () -> first)).isSameAs(first);
    assertThat(cache.getIfPresent(later)).isNull();
    assertThat(cache.get(later, () -> second)).isSameAs(second);
    cache.remove(second);
    assertThat(cache.statistics().removals()).isZero();
    assertThat(cache.statistics().loads()).isEqualTo(2);
  }

  @Test
  void evictsNothingForAFileThatHasGrownButKeepsItWhenItHasShrunk() throws Exception {
    CachedFile small = file(A, 1);
    CachedFile other = file(PATHS[0], 60_000);
    CachedFile grown = file(A, 60_000);
    cache.get(A, () -> small);
    cache.get(other.key(), () -> other);
    cache.remove(small);

    assertThat(cache.admits(A, grown.weight())).isFalse();
    assertThat(cache.get(A, () -> grown)).isSameAs(grown);
    assertThat(cache.getIfPresent(A)).isNull();
    assertThat(cache.getIfPresent(other.key())).isSameAs(other);
    assertThat(cache.statistics().evictions()).isZero();

    CachedFile shrunk = file(A, 2);
    cache.get(A, () -> shrunk);
    assertThat(cache.getIfPresent(A)).isSameAs(shrunk);
  }
}
