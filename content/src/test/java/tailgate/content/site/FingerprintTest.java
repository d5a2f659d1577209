package tailgate.content.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FingerprintTest {

  private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

  @Test
  void isSettledOnceTheDisksClockHasTicked() {
    assertThat(settled(NOW.minusMillis(2001), null)).isTrue();
    assertThat(settled(NOW.minusMillis(2000), null)).isFalse();
    assertThat(settled(NOW, null)).isFalse();
    assertThat(settled(NOW.plusSeconds(60), null)).isFalse();
  }

  @Test
  void goesByTheTimeThatNobodyCanSet() {
    assertThat(settled(NOW.plusSeconds(60), NOW.minusSeconds(60))).isTrue();
    assertThat(settled(Instant.EPOCH, NOW)).isFalse();
  }

  @Test
  void takesAnyTime() {
    FileTime end = FileTime.from(Long.MAX_VALUE, TimeUnit.DAYS);
    FileTime beginning = FileTime.from(Long.MIN_VALUE, TimeUnit.DAYS);

    assertThat(new Found.Fingerprint(0, end, null, null).isSettledAt(NOW)).isFalse();
    assertThat(new Found.Fingerprint(0, beginning, null, null).isSettledAt(NOW)).isTrue();
  }

  private static boolean settled(Instant modified, @Nullable Instant changed) {
    return new Found.Fingerprint(
            0, FileTime.from(modified), changed == null ? null : FileTime.from(changed), null)
        .isSettledAt(NOW);
  }
}
