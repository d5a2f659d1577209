package tailgate.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.time.Duration;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class HistogramBucketsTest {

  private final Histogram values = new Histogram(Duration.ofHours(1).toNanos(), 2);

  @Test
  void boundsAreRoundNumbersOfSeconds() {
    ClassicHistogramBuckets buckets = HistogramBuckets.of(values, Labels.EMPTY).getClassicBuckets();
    assertThat(buckets.size()).isEqualTo(20);
    assertThat(buckets.getUpperBound(0)).isEqualTo(1e-5);
    assertThat(buckets.getUpperBound(1)).isEqualTo(2.5e-5);
    assertThat(buckets.getUpperBound(2)).isEqualTo(5e-5);
    assertThat(buckets.getUpperBound(18)).isEqualTo(10);
    assertThat(buckets.getUpperBound(19)).isInfinite();
  }

  @Test
  void eachValueIsInTheBucketOfItsSize() {
    values.recordValue(0);
    values.recordValueWithCount(20_000, 5);
    values.recordValue(Duration.ofSeconds(7).toNanos());
    values.recordValue(Duration.ofMinutes(7).toNanos());
    HistogramDataPointSnapshot point = HistogramBuckets.of(values, Labels.EMPTY);
    ClassicHistogramBuckets buckets = point.getClassicBuckets();
    assertThat(buckets.getCount(0)).isEqualTo(1);
    assertThat(buckets.getCount(1)).isEqualTo(5);
    assertThat(buckets.getCount(18)).isEqualTo(1);
    assertThat(buckets.getCount(19)).isEqualTo(1);
    assertThat(point.getCount()).isEqualTo(8);
    assertThat(point.getSum()).isCloseTo(427.0001, within(4.3));
  }

  @Test
  void theSumNeverShrinks() {
    double sum = 0;
    for (int i = 0; i < 1000; i++) {
      values.recordValue(i % 7 * 123_457L);
      double next = HistogramBuckets.of(values, Labels.EMPTY).getSum();
      assertThat(next).isGreaterThanOrEqualTo(sum);
      sum = next;
    }
  }
}
