package tailgate.content.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import tailgate.content.site.Found;
import tailgate.http.Body;
import tailgate.http.PathBytes;
import tailgate.http.Representation;
import tailgate.http.Status;

class CachedFileTest {

  private static final long INTERVAL = 1000;
  private static final long START = Long.MAX_VALUE - 700; // the clock overflows on the way

  private final Found.RegularFile file = file(0, 10);
  private final CachedFile cached = cached(true);

  @Test
  void isFreshForAllForHalfTheInterval() {
    assertThat(fresh(cached, 0)).isTrue();
    assertThat(fresh(cached, 499)).isTrue();
    assertThat(fresh(cached, -5)).as("a request that began before it was read").isTrue();
  }

  @Test
  void isCheckedByOneWhileOthersGoOn() {
    assertThat(fresh(cached, 500)).isFalse();
    assertThat(fresh(cached, 500)).isTrue();
    assertThat(fresh(cached, 999)).isTrue();
  }

  @Test
  void isFreshForNobodyAfterTheInterval() {
    assertThat(fresh(cached, 500)).as("a check that never ends").isFalse();
    assertThat(fresh(cached, 1000)).isFalse();
    assertThat(fresh(cached, 1000)).isFalse();
    assertThat(fresh(cached, 1_000_000)).as("after a long idle time").isFalse();
    assertThat(fresh(cached, 1_000_000)).isFalse();
  }

  @Test
  void isFreshAgainSinceTheCheckBegan() {
    assertThat(cached.confirm(file, at(1200), INTERVAL)).isTrue();

    assertThat(fresh(cached, 1699)).isTrue();
    assertThat(fresh(cached, 1700)).isFalse();
    assertThat(fresh(cached, 1700)).isTrue();
    assertThat(fresh(cached, 2200)).isFalse();
  }

  @Test
  void isNotConfirmedByWhatIsAnother() {
    assertThat(cached.confirm(file(0, 11), START, INTERVAL)).isFalse();
    assertThat(cached.confirm(file(1, 10), START, INTERVAL)).isFalse();
    assertThat(cached.confirm(new Found.Nothing(Status.NOT_FOUND), START, INTERVAL)).isFalse();
    assertThat(cached.confirm(new Found.FolderWithoutSlash(), START, INTERVAL)).isFalse();
  }

  @Test
  void isNotConfirmedIfItWasReadTooSoon() {
    CachedFile unsettled = cached(false);

    assertThat(unsettled.confirm(file, at(499), INTERVAL)).as("sent, not renewed").isTrue();
    assertThat(unsettled.confirm(file, at(500), INTERVAL)).isFalse();
  }

  @Test
  void isSentForATimeWhileTheDiskFails() {
    long limit = CachedFile.STALE_IF_ERROR.toNanos();
    var failure = new Found.Failure(new IOException("Stale file handle"));

    assertThat(cached.confirm(failure, at(limit / 2), INTERVAL)).isTrue();
    assertThat(fresh(cached, limit / 2)).as("the disk is not asked by each request").isTrue();
    assertThat(cached.confirm(failure, at(limit - 1), INTERVAL)).isTrue();
    assertThat(cached.confirm(failure, at(limit), INTERVAL)).isFalse();

    assertThat(cached.confirm(file, at(limit), INTERVAL)).isTrue();
    assertThat(cached.confirm(failure, at(2 * limit - 1), INTERVAL)).isTrue();
  }

  @Test
  void isNeverFreshWithoutAnInterval() {
    assertThat(cached.isFresh(START, 0)).isFalse();
    assertThat(cached.isFresh(START, 0)).isFalse();
  }

  @Test
  void countsItsNameToo() {
    assertThat(CachedFile.overhead(PathBytes.of("/" + "a".repeat(3000)))).isGreaterThan(3000);
    long content = cached.variants().identity().full().body().length();
    assertThat(cached.weight()).isEqualTo(content + CachedFile.overhead(cached.key()));
  }

  private static boolean fresh(CachedFile file, long age) {
    return file.isFresh(at(age), INTERVAL);
  }

  private static long at(long age) {
    return START + age;
  }

  private CachedFile cached(boolean settled) {
    var empty = Representation.of("text/plain", Body.EMPTY).validators(null, Instant.EPOCH);
    return new CachedFile(PathBytes.of("/a"), file, Variants.only(empty), settled, START);
  }

  private static Found.RegularFile file(long second, long size) {
    FileTime time = FileTime.from(Instant.ofEpochSecond(second));
    return new Found.RegularFile(Path.of("a"), new Found.Fingerprint(size, time, null, null));
  }
}
