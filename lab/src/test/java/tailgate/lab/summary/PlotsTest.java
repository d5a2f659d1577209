package tailgate.lab.summary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.Measurement;
import tailgate.lab.report.Chart;
import tailgate.lab.report.Chart.Point;
import tailgate.lab.report.Chart.Series;

class PlotsTest {

  @Test
  void queueAndWorkersStandBelowTheLatencyOnTheSameClock() {
    Plots plots =
        Plots.of(
            List.of(
                new Measurements()
                    .latency(3, 50_000)
                    .stats("queued", 0.0, 7.0, 9.0)
                    .stats("busy", 1.0, 8.0, 8.0)
                    .stats("workers", 8.0, 8.0, 8.0)
                    .of("pool", "pool")));

    assertThat(plots.slowest().series().get(0).points()).contains(new Point(0.3, 50));
    assertThat(plots.servers())
        .extracting(Chart::title)
        .containsExactly(
            "Tasks that wait in the queue", "Workers that are busy, and all there are (dashed)");
    assertThat(plots.servers().get(0).series().get(0).points())
        .containsExactly(new Point(0, 0), new Point(0.25, 7), new Point(0.5, 9));
    assertThat(plots.servers().get(1).series())
        .extracting(Series::name, Series::hue, Series::dashed)
        .containsExactly(tuple("pool", "pool", false), tuple("pool, all", "pool", true));
  }

  @Test
  void whatWasNotSampledOrIsNoNumberIsNotDrawn() {
    Plots plots =
        Plots.of(
            List.of(
                new Measurements().stats("queued", Double.NaN, 2.0).of("a", "a"),
                new Measurements().of("b", "b")));

    assertThat(plots.servers()).hasSize(1);
    assertThat(plots.servers().get(0).series()).extracting(Series::name).containsExactly("a");
    assertThat(plots.servers().get(0).series().get(0).points()).containsExactly(new Point(0.25, 2));
  }

  @Test
  void eightWorkersAreSeenBesideThousands() {
    Measurement pool =
        new Measurements().stats("busy", 7.0, 8.0).stats("workers", 8.0, 8.0).of("pool", "pool");
    Measurement virtual =
        new Measurements()
            .stats("busy", 1.0, 2_048.0)
            .stats("workers", 1.0, 2_048.0)
            .of("virtual", "virtual");

    assertThat(Plots.of(List.of(pool)).servers())
        .extracting(Chart::scale)
        .containsExactly(Chart.Scale.LINEAR);
    assertThat(Plots.of(List.of(pool, virtual)).servers())
        .extracting(Chart::scale)
        .containsExactly(Chart.Scale.COUNTS);
  }

  @Test
  void pointsOnAStraightAreLeftOut() {
    List<Point> points =
        List.of(
            new Point(0, 1),
            new Point(1, 1),
            new Point(2, 1),
            new Point(3, 5),
            new Point(4, 1),
            new Point(5, 1));

    assertThat(Plots.withoutRepeated(points))
        .containsExactly(
            new Point(0, 1), new Point(2, 1), new Point(3, 5), new Point(4, 1), new Point(5, 1));
  }
}
