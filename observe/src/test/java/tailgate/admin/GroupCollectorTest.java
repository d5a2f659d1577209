package tailgate.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tailgate.metrics.RequestMetrics;

/** Several processes on one admin port. */
final class GroupCollectorTest {

  private final ProcessFigures figures = new ProcessFigures(() -> 0);
  private final List<Boolean> refreshes = new ArrayList<>();

  private List<ProcessGroup.Member> members =
      List.of(
          new ProcessGroup.Member(0, 70L, "ready", 1),
          new ProcessGroup.Member(1, null, "backoff", 3));

  private final ProcessGroup group =
      new ProcessGroup() {
        @Override
        public List<Member> members() {
          return members;
        }

        @Override
        public void refresh(boolean pinned) {
          refreshes.add(pinned);
        }

        @Override
        public String threads(int process) throws IOException {
          if (process == 1) {
            throw new IOException("it does not run");
          }
          return "main\n";
        }
      };

  private final GroupCollector collector =
      new GroupCollector(
          group, figures, () -> Map.of("busy", 5L), InstantSource.system(), System::nanoTime);

  @BeforeEach
  void oneHasAnsweredAndOneHasEnded() throws IOException {
    answered(0, "ready");
    answered(1, "ready");
    figures.ended(1);
  }

  // ---- the state

  @Test
  void isReadyIfAtLeastOneProcessIs() throws IOException {
    members =
        List.of(
            new ProcessGroup.Member(0, 70L, "ready", 1),
            new ProcessGroup.Member(1, 71L, "ready", 3));
    assertThat(collector.state()).isEqualTo("ready");
    answered(0, "full");
    assertThat(collector.state()).isEqualTo("ready"); // the other one has not answered yet
    answered(1, "draining");
    assertThat(collector.state()).isEqualTo("full");
    answered(0, "draining");
    assertThat(collector.state()).isEqualTo("draining");
    answered(1, "ready");
    assertThat(collector.state()).isEqualTo("ready");
  }

  @Test
  void isStartingWhileNoProcessServes() {
    members = List.of(new ProcessGroup.Member(0, null, "backoff", 2));
    figures.ended(0);
    assertThat(collector.state()).isEqualTo("starting");
  }

  @Test
  void isNotReadyAsSoonAsItDrains() {
    collector.drain();
    assertThat(collector.state()).isEqualTo("draining");
    assertThat(collector.stats().state()).isEqualTo("draining");
  }

  // ---- /stats

  @Test
  void statsNameEachProcess() {
    Stats stats = collector.stats();
    assertThat(stats.stage().workers()).isEqualTo("2 processes, each: one");
    assertThat(stats.adminRefusals()).isEqualTo(Map.of("busy", 5L));
    assertThat(stats.processes())
        .containsExactly(
            new Stats.ProcessInfo(0, 70L, "ready", 1, 1L, 1L, 0L),
            new Stats.ProcessInfo(1, null, "backoff", 3, null, null, null));
    assertThat(Objects.requireNonNull(stats.requests()).total()).isEqualTo(2);
  }

  @Test
  void pinnedThreadsAreCountedOnlyFromTheFirstQuestionOn() {
    assertThat(collector.statsForHistory().jvm().pinnedVirtualThreads()).isNull();
    assertThat(collector.stats().jvm().pinnedVirtualThreads()).isEqualTo(2);
    assertThat(collector.statsForHistory().jvm().pinnedVirtualThreads()).isNull();
    assertThat(refreshes).containsExactly(false, true, true);
  }

  // ---- /metrics

  @Test
  void eachMetricIsDescribedOnceAndEachSampleNamesItsProcess() throws IOException {
    answered(1, "ready");
    List<String> lines = metrics("text/plain").lines().toList();
    for (String comment : List.of("# HELP ", "# TYPE ")) {
      List<String> described =
          lines.stream()
              .filter(line -> line.startsWith(comment))
              .map(line -> line.substring(comment.length(), line.indexOf(' ', comment.length())))
              .toList();
      assertThat(described).doesNotHaveDuplicates().hasSizeGreaterThan(40);
    }
    List<String> samples = lines.stream().filter(line -> !line.startsWith("#")).toList();
    assertThat(samples)
        .filteredOn(line -> !line.startsWith("tailgate_info"))
        .filteredOn(line -> !line.startsWith("tailgate_admin_refusals"))
        .allSatisfy(line -> assertThat(line).containsPattern("[{,]process=\"[01]\"[,}]"));
    assertThat(samples.stream().map(line -> line.substring(0, line.lastIndexOf(' '))))
        .doesNotHaveDuplicates();
    assertThat(namesOf(samples, 0)).isEqualTo(namesOf(samples, 1));
  }

  @Test
  void aProcessThatDoesNotServeIsDownAndHasNoOtherSamples() throws IOException {
    assertThat(metrics("text/plain").lines())
        .contains(
            "tailgate_info{dispatch=\"one\",stage=\"one\"} 1",
            "tailgate_admin_refusals_total{cause=\"busy\"} 5.0",
            "tailgate_process_up{process=\"0\"} 1.0",
            "tailgate_process_up{process=\"1\"} 0.0",
            "tailgate_process_starts_total{process=\"1\"} 3.0",
            "tailgate_requests_total{code=\"2xx\",process=\"0\"} 1.0",
            "tailgate_request_duration_seconds_count{process=\"0\"} 1",
            "jvm_gc_collection_seconds_count{gc=\"one\",process=\"0\"} 1")
        .noneMatch(line -> line.startsWith("tailgate_requests") && line.contains("process=\"1\""));
  }

  @Test
  void openMetricsCanBeWrittenToo() throws IOException {
    assertThat(metrics("application/openmetrics-text; version=1.0.0")).endsWith("# EOF\n");
  }

  // ---- /threads

  @Test
  void threadsAreThoseOfAllProcessesOrOfOne() {
    String first = "# process 0, pid 70\nmain\n\n";
    String second = "# process 1\nno answer: it does not run\n\n";
    assertThat(collector.threads(null).text()).isEqualTo(first + second);
    assertThat(collector.threads("process=0").text()).isEqualTo(first);
    assertThat(collector.threads("process=1").text()).isEqualTo(second);
  }

  @Test
  void threadsOfAProcessThatIsNotThereAreNotFound() {
    for (String query : List.of("process=2", "process=-1", "process=", "x", "process=99999")) {
      AdminPage.Answer answer = collector.threads(query);
      assertThat(answer.status()).as(query).isEqualTo(404);
      assertThat(answer.text()).isEqualTo("404 Not Found: the processes are 0 to 1\n");
    }
  }

  // ---- what is there

  private void answered(int process, String state) throws IOException {
    RequestMetrics metrics = new RequestMetrics(() -> 0);
    metrics.begin();
    metrics.end(200, 1, 1);
    String json =
        new String(SnapshotCodec.encode(SomeStats.measured(metrics)), StandardCharsets.UTF_8);
    String changed = json.replace("\"state\":\"ready\"", "\"state\":\"" + state + "\"");
    figures.answered(process, changed.getBytes(StandardCharsets.UTF_8));
  }

  private String metrics(String accepted) throws IOException {
    Headers request = new Headers();
    request.set("Accept", accepted);
    return collector.metrics(request).text();
  }

  /** The names of the samples of a process, with their other labels. */
  private static List<String> namesOf(List<String> samples, int process) {
    Pattern label = Pattern.compile(",?process=\"" + process + "\"");
    return samples.stream()
        .map(line -> line.substring(0, line.lastIndexOf(' ')))
        .map(label::matcher)
        .filter(Matcher::find)
        .map(matcher -> matcher.replaceFirst(""))
        .toList();
  }
}
