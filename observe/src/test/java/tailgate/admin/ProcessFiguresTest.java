package tailgate.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.metrics.RequestMetrics;
import tailgate.metrics.Statistic;

final class ProcessFiguresTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final AtomicLong nanos = new AtomicLong();
  private final ProcessFigures figures = new ProcessFigures(nanos::get);

  @Test
  void latenciesAreThoseOfOneProcessThatServedAll() throws IOException {
    RequestMetrics all = metrics();
    RequestMetrics[] each = {metrics(), metrics(), metrics()};
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 10_000; i++) {
      long wait = random.nextLong(1_000_000);
      long service = random.nextLong(1L << random.nextInt(1, 35));
      serve(all, wait, service);
      serve(each[random.nextInt(each.length)], wait, service);
    }
    for (int i = 0; i < each.length; i++) {
      answered(i, each[i]);
    }
    assertThat(requests().latencyNanos()).isEqualTo(LatencyHistograms.of(all).latencies());
    assertThat(requests().total()).isEqualTo(10_000);
    assertThat(requests().byClass()).containsExactly(Map.entry("2xx", 10_000L));
  }

  @Test
  void countsAndCurrentValuesOfAllAreAdded() throws IOException {
    answered(0, metrics());
    JsonNode one = json(figures.sum());
    answered(1, metrics());
    JsonNode two = json(figures.sum());
    assertThat(COUNTS).hasSizeGreaterThan(30).contains("/connections/accepted", "/cache/hits");
    assertThat(CURRENT).hasSizeGreaterThan(15).contains("/pool/busy", "/jvm/residentBytes");
    for (String pointer : COUNTS) {
      assertThat(two.at(pointer).asLong()).as(pointer).isEqualTo(2 * one.at(pointer).asLong());
    }
    for (String pointer : CURRENT) {
      assertThat(two.at(pointer).asLong()).as(pointer).isEqualTo(2 * one.at(pointer).asLong());
    }
    assertThat(two.at("/jvm/cpus").asInt()).isEqualTo(1);
    assertThat(two.at("/jvm/collectors")).hasSize(1);
    assertThat(two.at("/pool/resizes/recent")).hasSize(2);
  }

  @Test
  void aProcessThatEndsLeavesItsCountsAndNothingElse() throws IOException {
    answered(0, metrics());
    JsonNode before = json(figures.sum());
    figures.ended(0);
    JsonNode left = json(figures.sum());
    for (String pointer : COUNTS) {
      assertThat(left.at(pointer).asLong()).as(pointer).isGreaterThanOrEqualTo(1);
      assertThat(left.at(pointer)).as(pointer).isEqualTo(before.at(pointer));
    }
    for (String pointer : CURRENT) {
      assertThat(left.at(pointer).asLong()).as(pointer).isZero();
    }
    assertThat(left.at("/connections/closed").asLong()).isEqualTo(2); // and one was open
    assertThat(figures.current()).isEmpty();
    assertThat(figures.age(0)).isNull();
  }

  /** A number that is forgotten here would be that of the first process only. */
  @Test
  void whatIsNotAddedIsKnown() {
    assertThat(undeclared(Stats.class, ""))
        .containsExactlyInAnyOrder(
            "/timeMillis",
            "/uptimeSeconds",
            "/state",
            "/stage/name",
            "/stage/dispatch",
            "/stage/keepAlive",
            "/stage/workers",
            "/requests/latencyNanos",
            "/jvm/version",
            "/processes");
  }

  private static List<String> undeclared(Class<?> type, String at) {
    List<String> pointers = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      String pointer = at + "/" + component.getName();
      boolean isLatency = component.getType() == Stats.Latencies.class;
      if (component.getType().isRecord() && !isLatency) {
        pointers.addAll(undeclared(component.getType(), pointer));
      } else if (!component.isAnnotationPresent(Statistic.class)) {
        pointers.add(pointer);
      }
    }
    return pointers;
  }

  @Test
  void noCountFallsWhenAProcessIsReplaced() throws IOException {
    RequestMetrics first = metrics();
    serve(first, 1, 1_000_000);
    serve(first, 1, 1_000_000);
    answered(0, first);
    figures.ended(0);
    figures.ended(0); // a replacement that never answered
    assertThat(requests().total()).isEqualTo(2);
    RequestMetrics second = metrics();
    serve(second, 1, 9_000_000);
    answered(0, second);
    assertThat(requests().total()).isEqualTo(3);
    Stats.Spans spans = requests().latencyNanos().total();
    assertThat(spans.all().count()).isEqualTo(3);
    assertThat(spans.all().min()).isLessThan(1_100_000);
    assertThat(spans.last10Seconds().count()).isEqualTo(1); // what has gone cannot grow old
  }

  @Test
  void theAgeOfFiguresCountsFromTheirAnswer() throws IOException {
    answered(0, metrics());
    nanos.addAndGet(Duration.ofSeconds(3).toNanos());
    assertThat(figures.age(0)).isEqualTo(Duration.ofSeconds(3));
    answered(0, metrics());
    assertThat(figures.age(0)).isEqualTo(Duration.ZERO);
  }

  @Test
  void figuresThatAreNotMeasuredStayAbsent() throws IOException {
    byte[] plain = SnapshotCodec.encode(new Snapshot(SomeStats.of(1), null));
    figures.answered(0, plain);
    figures.answered(1, plain);
    figures.ended(0);
    Stats sum = Objects.requireNonNull(figures.sum()).stats();
    assertThat(sum.requests()).isNull();
    assertThat(sum.accessLog()).isNull();
    assertThat(sum.misdirected()).isNull();
    assertThat(sum.pool().resizes()).isNull();
    assertThat(sum.jvm().pinnedVirtualThreads()).isNull();
  }

  @Test
  void aNewerProcessMaySayMoreAndAnOlderOneLess() throws IOException {
    ObjectNode message = (ObjectNode) JSON.readTree(encoded(metrics()));
    message.put("new", 1);
    ((ObjectNode) message.at("/stats")).put("new", 1).remove("handlerFailures");
    figures.answered(0, JSON.writeValueAsBytes(message));
    assertThat(Objects.requireNonNull(figures.sum()).stats().handlerFailures()).isZero();
  }

  @Test
  void theSlowestOfTwoProcessesAreThoseOfBothTogether() throws IOException {
    RequestMetrics fast = metrics();
    for (int i = 0; i < 100; i++) {
      serve(fast, 1_000_000, 1_000_000);
    }
    RequestMetrics slow = metrics();
    serve(slow, 1_000_000, 99_000_000);
    serve(slow, 99_000_000, 1_000_000);
    answered(0, fast);
    answered(1, slow);
    Stats.Slowest slowest = Objects.requireNonNull(requests().latencyNanos().slowest());
    assertThat(slowest.count()).isEqualTo(2);
    assertThat(slowest.meanQueueWait()).isEqualTo(50_000_000);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "7",
        "{}",
        "{\"stats\": {}, \"latencies\": {}}",
        "{\"stats\": {}, \"latencies\": {\"queueWait\": {\"all\": \"AAAA\"}}}"
      })
  void whatIsNoAnswerChangesNothing(String text) throws IOException {
    answered(0, metrics());
    assertThatThrownBy(() -> figures.answered(0, text.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(IOException.class);
    assertThat(requests().total()).isZero();
  }

  // ---- what is added

  /** What is not one of everything: what was measured, and what an open connection ends as. */
  private static final Set<String> NOT_ONE =
      Set.of(
          "/requests/total", "/requests/byClass/one", "/requests/inFlight", "/connections/closed");

  private static final List<String> COUNTS = declared(Statistic.Kind.COUNTER, Stats.class, "");
  private static final List<String> CURRENT = declared(Statistic.Kind.GAUGE, Stats.class, "");

  /** The numbers of this kind in a record, and in those in it, as JSON pointers. */
  private static List<String> declared(Statistic.Kind kind, Class<?> type, String at) {
    List<String> pointers = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      String pointer = at + "/" + component.getName();
      Statistic statistic = component.getAnnotation(Statistic.class);
      Class<?> of = component.getType();
      if (of.isRecord()) {
        pointers.addAll(declared(kind, of, pointer));
      } else if (statistic != null && statistic.kind() == Statistic.Kind.BY_NAME) {
        pointers.addAll(declared(kind, Stats.Collector.class, pointer + "/0"));
      } else if (statistic != null && statistic.kind() == kind && of != boolean.class) {
        pointers.add(of == Map.class ? pointer + "/one" : pointer);
      }
    }
    pointers.removeAll(NOT_ONE);
    return pointers;
  }

  // ---- what is measured

  private static RequestMetrics metrics() {
    return new RequestMetrics(() -> 0);
  }

  private static void serve(RequestMetrics metrics, long waitNanos, long serviceNanos) {
    metrics.begin();
    metrics.end(200, waitNanos, serviceNanos);
  }

  private void answered(int process, RequestMetrics metrics) throws IOException {
    figures.answered(process, encoded(metrics));
  }

  private static byte[] encoded(RequestMetrics metrics) throws IOException {
    return SnapshotCodec.encode(SomeStats.measured(metrics));
  }

  private Stats.Requests requests() {
    Snapshot sum = Objects.requireNonNull(figures.sum());
    return Objects.requireNonNull(sum.stats().requests());
  }

  private static JsonNode json(@Nullable Snapshot snapshot) throws IOException {
    return JSON.readTree(StatsJson.line(Objects.requireNonNull(snapshot).stats()));
  }
}
