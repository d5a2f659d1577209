package tailgate.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.metrics.LogLines;
import tailgate.metrics.PoolFailures;
import tailgate.metrics.PoolGauges;
import tailgate.metrics.PoolResize;
import tailgate.metrics.PoolResizes;
import tailgate.metrics.PoolStatistics;
import tailgate.server.TestServer;
import tailgate.server.stage.DirectExecutor;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.Stage;

/** What a pool and a log let be seen, in {@code /stats} and {@code /metrics}. */
final class StatsCollectorTest {

  private enum Cause {
    LONG_QUEUE,
    CALM
  }

  private boolean rooted = true;
  private final PoolResizes<Cause> resizes = new PoolResizes<>(Cause.class);

  private final PoolGauges gauges =
      new PoolGauges() {
        @Override
        public PoolStatistics statistics() {
          return PoolStatistics.pool(3, 2, 1, 9, 4, 5);
        }

        @Override
        public Optional<PoolResizes<?>> resizes() {
          return Optional.of(resizes);
        }

        @Override
        public Optional<PoolFailures> failures() {
          return Optional.of(new PoolFailures(6, 7));
        }
      };

  @Test
  void resizesAreCountedByDirectionAndCause() throws IOException {
    resizes.add(resize(1, 2, Cause.LONG_QUEUE));
    resizes.add(resize(2, 4, Cause.LONG_QUEUE));
    resizes.add(resize(4, 3, Cause.CALM));
    Stats stats = stats(null);
    assertThat(stats.pool().resizes())
        .isEqualTo(
            new Stats.Resizes(
                2,
                1,
                Map.of("long_queue", 2L, "calm", 0L),
                Map.of("long_queue", 0L, "calm", 1L),
                List.of(
                    new Stats.Resize(7, 1, 2, "long_queue", "1 to 2"),
                    new Stats.Resize(7, 2, 4, "long_queue", "2 to 4"),
                    new Stats.Resize(7, 4, 3, "calm", "4 to 3"))));
    assertThat(metrics(stats))
        .contains(
            "tailgate_pool_resizes_total{cause=\"long_queue\",direction=\"grow\"} 2.0\n",
            "tailgate_pool_resizes_total{cause=\"calm\",direction=\"grow\"} 0.0\n",
            "tailgate_pool_resizes_total{cause=\"calm\",direction=\"shrink\"} 1.0\n");
  }

  @Test
  void failuresOfThePoolAreCountedByCause() throws IOException {
    Stats stats = stats(null);
    assertThat(stats.pool().failures()).isEqualTo(new PoolFailures(6, 7));
    assertThat(StatsJson.line(stats)).contains("\"failures\":{\"threadStarts\":6,\"scaling\":7}");
    assertThat(metrics(stats))
        .contains(
            "tailgate_pool_failures_total{cause=\"thread_start\"} 6.0\n",
            "tailgate_pool_failures_total{cause=\"scaling\"} 7.0\n");
  }

  @Test
  void aPoolOfAFixedSizeShowsNoFailures() throws IOException {
    Stats stats = SomeStats.of(1);
    assertThat(metrics(stats)).doesNotContain("tailgate_pool_failures");
  }

  @Test
  void theAccessLogIsThereWhereOneIsWritten() throws IOException {
    assertThat(stats(null).accessLog()).isNull();
    assertThat(metrics(stats(null))).doesNotContain("access_log");
    Stats stats = stats(new LogLines(7, 2));
    assertThat(stats.accessLog()).isEqualTo(new LogLines(7, 2));
    assertThat(metrics(stats))
        .contains(
            "tailgate_access_log_lines_total 7.0\n", "tailgate_access_log_lost_lines_total 2.0\n");
  }

  @Test
  void requestsForOtherHostsAndThoseRefusedOnTheAdminPortAreCounted() throws IOException {
    Stats stats = stats(null);
    assertThat(stats.misdirected()).isEqualTo(3);
    assertThat(stats.adminRefusals()).containsEntry("busy", 4L);
    assertThat(metrics(stats))
        .contains(
            "tailgate_misdirected_requests_total 3.0\n",
            "tailgate_admin_refusals_total{cause=\"busy\"} 4.0\n");
    assertThat(metrics(SomeStats.of(1))).doesNotContain("misdirected");
  }

  @Test
  void isNotReadyWithoutTheFolderThatIsServed() {
    assertThat(stats(null).state()).isEqualTo("ready");
    rooted = false;
    assertThat(stats(null).state()).isEqualTo("no root");
  }

  private Stats stats(@Nullable LogLines log) {
    var stage = new Stage("pool", Dispatch.REQUEST, true, 1, "some", gauges, new DirectExecutor());
    Response nothing = Response.status(Status.OK).text("");
    try (TestServer server = TestServer.start(stage, TestServer.config(), request -> nothing)) {
      var collector =
          new StatsCollector(
              server.server(),
              new Sources(null, null, log == null ? null : () -> log, () -> 3, () -> rooted),
              () -> Map.of("busy", 4L),
              InstantSource.system(),
              System::nanoTime);
      collector.look();
      return collector.stats();
    }
  }

  private static String metrics(Stats stats) throws IOException {
    return PrometheusMetrics.text(new Snapshot(stats, null), new Headers()).text();
  }

  private static PoolResize<Cause> resize(int from, int to, Cause cause) {
    return new PoolResize<>(Instant.ofEpochMilli(7), from, to, cause, from + " to " + to);
  }
}
