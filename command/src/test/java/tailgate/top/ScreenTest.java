package tailgate.top;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tailgate.top.Sheet.Cell;
import tailgate.top.Sheet.Line;
import tailgate.top.Sheet.Tone;

/** What is shown of real servers' figures. */
final class ScreenTest {

  private static final Endpoint FROM = Endpoint.parse("9010");

  private static final String CYCLES =
      "{\"name\": \"ZGC Cycles\", \"collections\": 9, \"nanos\": 9, \"concurrent\": true}";

  @Test
  void aPoolThatIsFull() {
    assertThat(shown("threadpool", 80))
        .isEqualTo(
            """
            threadpool   ready   up 15 s   http://127.0.0.1:9010/
            by request    keep-alive   1 reactor   4 threads, queue of 8

            requests      180/s   4 in flight   1,742 in all
            by status     2xx 121/s   3xx 0/s   4xx 60/s   5xx 0/s
            bytes         198 KiB/s in   6.04 MiB/s out
            connections   23 open   6,089/s accepted   0 broken

                                                 last 10 s                       last minute
            latency            p50     p99   p99.9     max       p50     p99   p99.9     max
            queue wait     48.5 ms  101 ms  161 ms  180 ms   48.8 ms  180 ms  2.50 s  2.50 s
            service        21.2 ms 47.7 ms 86.5 ms 91.8 ms   21.2 ms 51.4 ms  2.21 s  2.25 s
            total          70.3 ms  134 ms  182 ms  206 ms   70.3 ms  206 ms  2.52 s  2.53 s

            workers       [##############################]   4 busy of 4   always so many
            queue         [##############################]   8 waiting of 8

            cache         100.0 % hits   99.7 % in all   2 files, 134 KiB   0 evicted
            turned away   connections 0   executor 60,035
            timeouts      idle 0   head 0   body 0   write 0
            access log    61,778 lines   0 lost

            heap          [#                             ]   84.0 MiB of 5.89 GiB
            process       0.48 of 2 CPUs   12 GC pauses, 1.0 % of the time   22 threads
                          196 MiB resident
            """);
  }

  @Test
  void theSlowestRequestsSayWhatTheyWaitedFor() {
    String json =
        Fixtures.json("threadpool-2")
            .replace(
                "\"latencyNanos\" : {",
                "\"latencyNanos\" : {\"slowest\":{\"count\":9,\"from\":1,\"mean\":120000000,"
                    + "\"meanQueueWait\":90000000},");
    Sample now = Fixtures.parsed(json);
    assertThat(Screen.of(FROM, new Change(now, now), 80))
        .extracting(Line::text)
        .contains("slowest 1 %   9 requests   120 ms on average   75.0 % waiting for a worker");
  }

  @Test
  void whatGrowsAndShouldNotIsInATone() {
    List<Line> lines = Screen.of(FROM, Fixtures.change("threadpool"), 80);
    assertThat(lines.stream().flatMap(line -> line.cells().stream()))
        .filteredOn(cell -> cell.tone() == Tone.ALARM)
        .extracting(Cell::text)
        .containsExactly("4 busy of 4", "8 waiting of 8", "executor 60,035");
  }

  @Test
  void thatIdleConnectionsAreClosedIsNoCauseForAlarm() {
    String json = Fixtures.json("threadpool-2");
    assertThat(alarms(json.replace("\"idle\" : 0", "\"idle\" : 7"))).isEqualTo(alarms(json));
    assertThat(alarms(json.replace("\"head\" : 0", "\"head\" : 7"))).contains("head 7");
  }

  private static List<String> alarms(String json) {
    var change = new Change(Fixtures.before("threadpool"), Fixtures.parsed(json));
    return Screen.of(FROM, change, 80).stream()
        .flatMap(line -> line.cells().stream())
        .filter(cell -> cell.tone() == Tone.ALARM)
        .map(Cell::text)
        .toList();
  }

  @Test
  void pausesOfTheCollectorLeaveOutWhatRanBesideTheThreads() {
    String json = Fixtures.json("threadpool-2");
    String first = "\"collectors\" : [";
    assertThat(json).contains(first);
    json = json.replace(first, first + CYCLES + ",");
    assertThat(text(Screen.of(FROM, new Change(null, Fixtures.parsed(json)), 80)))
        .contains("   12 GC pauses, ");
  }

  @Test
  void aPoolThatHasResized() {
    assertThat(shown("adaptive-pool", 80))
        .contains(
            """
            workers       [##############################]   24 busy of 24   2 to 24
            queue         [########                      ]   16 waiting of 64
            resizes       2 grown   0 shrunk
                10 s ago  3 -> 24   37 queued, 3.0 in the works, 0.2 of 2 cores wanted, 34
                          workers needed of late
                10 s ago  2 -> 3   1 queued, 2.0 in the works, 1.5 of 2 cores wanted, 3
                          workers needed of late
            """);
  }

  @Test
  void aNarrowTerminalBreaksLinesAtWordsSoThatEachNumberIsWhole() {
    assertThat(shown("singlethreaded", 40))
        .startsWith(
            """
            singlethreaded   ready   up 12 s
            http://127.0.0.1:9010/
            by connection no keep-alive
                          none, the accepting thread
                          does it all

            requests      53/s   0 in flight
                          353 in all
            """)
        .contains(
            """
            latency       last 10 s
            queue wait    p50 4.13 us   p99 38.4 us
                          p99.9 2.51 ms
            """)
        .contains("workers       1 thread\n");
    assertThat(shown("threadpool", 40))
        .contains(
            """
            heap          [#         ]
                          84.0 MiB of 5.89 GiB
            """);
  }

  @Test
  void withoutAnEarlierSampleThereAreNoRates() {
    assertThat(text(Screen.of(FROM, new Change(null, Fixtures.now("threadpool")), 80)))
        .contains("requests      -   4 in flight   1,742 in all\n")
        .contains("by status     2xx -   3xx -   4xx -   5xx -\n")
        .contains("bytes         - in   - out\n")
        .contains("cache         - hits   99.7 % in all ")
        .contains("process       - of 2 CPUs   12 GC pauses, - of the time ");
  }

  @Test
  void aServerThatHasAnsweredNothingHasNoLatencies() {
    assertThat(text(Screen.of(FROM, new Change(null, Fixtures.before("event-loop")), 80)))
        .contains("by request    keep-alive   2 reactors   none, the reactors do it all\n")
        .contains(
            "total                -       -       -       -         -       -       -       -\n")
        .contains("workers       2 threads\n")
        .doesNotContain("queue  ");
  }

  @Test
  void whatIsNotMeasuredIsSaidSo() {
    assertThat(shown("thread-per-request", 80))
        .contains("requests      not measured (--no-metrics)\nbytes         90.7 KiB/s in ")
        .contains("]   8 threads, at most 20,000\n")
        .doesNotContain("latency");
  }

  @Test
  void virtualThreadsMayBePinned() {
    assertThat(shown("virtual-threads", 80)).contains("   0 pinned\n");
  }

  private static Stream<Arguments> stagesAndWidths() {
    return Stream.of(
            "singlethreaded",
            "thread-per-request",
            "threadpool",
            "adaptive-pool",
            "virtual-threads",
            "event-loop")
        .flatMap(
            stage ->
                Stream.of(20, 40, 79, 80, 81, 120, 500).map(width -> Arguments.of(stage, width)));
  }

  @ParameterizedTest
  @MethodSource("stagesAndWidths")
  void noLineIsWiderThanTheScreen(String stage, int width) {
    assertThat(Screen.of(FROM, Fixtures.change(stage), width))
        .allMatch(
            line -> line.cells().stream().mapToInt(cell -> cell.text().length()).sum() <= width);
  }

  // ---- the summary

  @Test
  void aSummaryIsOneLine() {
    assertThat(Summary.of(Fixtures.change("threadpool")))
        .isEqualTo(
            "2026-11-21T14:41:48Z  threadpool  ready  requests 180/s  5xx 0/s  in flight 4"
                + "  wait p99 101 ms  total p99 134 ms  workers 4/4  queue 8  connections 23"
                + "  turned away 6,087/s  out 6.04 MiB/s  CPUs 0.48  heap 84.0 MiB");
  }

  @Test
  void aSummaryLeavesOutWhatThereIsNot() {
    assertThat(Summary.of(new Change(null, Fixtures.before("thread-per-request"))))
        .doesNotContain("requests", "queue")
        .contains("  turned away -  out -  CPUs -");
  }

  private static String shown(String stage, int width) {
    return text(Screen.of(FROM, Fixtures.change(stage), width));
  }

  private static String text(List<Line> lines) {
    return lines.stream().map(line -> line.text() + "\n").collect(Collectors.joining());
  }
}
