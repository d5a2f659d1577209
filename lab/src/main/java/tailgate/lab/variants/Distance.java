package tailgate.lab.variants;

import static tailgate.lab.load.Text.format;
import static tailgate.lab.variants.Way.BY_CONNECTION;
import static tailgate.lab.variants.Way.BY_REQUEST;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.machine.NetworkLine;

/**
 * Users at a distance: a closed load of 50 users and requests that wait for 20 ms, over a line
 * without delay, one of 1 ms, one of 20 ms, and one of 20 ms that loses one packet in a hundred. It
 * is the same line to the same server each time, and only what happens to packets on it changes.
 *
 * <p>The claims: what is on its way waits in no model that serves request by request. A pool of 8
 * answers 400 such requests a second, near or far, as long as there are users who could ask
 * meanwhile. A worker that has a connection waits while an answer and the next request are on their
 * way: it answers one request in 40 ms instead of 20, so eight of them answer half as many. A
 * thread for each user answers as often as the user asks, which is half as often, too. And a lost
 * packet costs its own client at least 200 ms, the least after which Linux sends again what nothing
 * has followed, but takes nothing from the others.
 *
 * <p>They hold if the interval of the ratio to the line without delay in the same block is above
 * 0.95 for the pool by request, with and without loss, below 0.6 for the pool by connection, and
 * from 0.4 to 0.625 for the thread for each user; and if that of the P99 with losses is above 200
 * ms.
 *
 * <p>What notices that something else was measured: the line without delay is the same one, so its
 * cost is in all figures; how much too late packets left it (above 1 ms, a run is in doubt); how
 * many of them were lost; the health of the generator, whose ceiling is measured over the line; and
 * an A/A arm.
 */
public final class Distance {

  public static final String NAME = "distance";

  /** Of the line that the experiment begins with: packets are as small as on any of the others. */
  public static final NetworkLine FIRST = NetworkLine.parse("0ms,loss=0");

  /**
   * A line.
   *
   * @param name for people
   * @param setting in the terms in which claims select runs
   * @param text as {@link NetworkLine#parse}
   */
  private record Line(String name, String setting, String text, boolean isQuick) {}

  private static final Line NEAR = new Line("0 ms", "0ms", "0ms,loss=0", true);

  private static final List<Line> LINES =
      List.of(
          NEAR,
          new Line("1 ms", "1ms", "1ms,loss=0", false),
          new Line("20 ms", "20ms", "20ms,loss=0", true),
          new Line("20 ms and 1 % lost", "lossy", "20ms,loss=1", true));

  private static final List<Way> WAYS =
      List.of(
          new Way("singlethreaded", BY_CONNECTION, false),
          new Way("thread-per-request", BY_CONNECTION, false),
          new Way("threadpool", BY_REQUEST, true),
          new Way("threadpool", BY_CONNECTION, true),
          new Way("adaptive-pool", BY_REQUEST, false),
          new Way("virtual-threads", BY_CONNECTION, true),
          new Way("event-loop", BY_REQUEST, false));

  private static final int USERS = 50;
  private static final String WORKERS = "8";
  private static final Duration WAIT = Duration.ofMillis(20);
  private static final String PATH = "/logo.svg";

  private Distance() {}

  /** All stages. */
  public static List<String> stages() {
    return Way.stages(WAYS);
  }

  /**
   * The plan.
   *
   * @param stages that take part; none for the usual ones
   */
  public static VariantsPlan plan(
      List<String> stages, Map<String, String> javas, boolean quick, Blocks blocks) {
    String java = javas.keySet().iterator().next();
    List<Way> ways = Way.chosen(WAYS, stages, quick);
    List<Variant> variants = new ArrayList<>();
    for (Way way : ways) {
      for (Line line : LINES) {
        if (!quick || line.isQuick) {
          variants.add(variant(java, way, line));
        }
      }
    }
    return new VariantsPlan(
        NAME,
        "What do 1 ms, 20 ms and a loss of 1 % between the users and the server do to each model?",
        format(
            ("closed model, %d users on kept connections (singlethreaded: new ones), requests that"
                + " wait for %d ms"),
            USERS,
            WAIT.toMillis()),
        null,
        javas,
        variants,
        Traffic.closed(USERS, WAIT, Duration.ofSeconds(2), Duration.ofSeconds(quick ? 4 : 6)),
        blocks.twin(quick, Way.measuredTwice(ways).name(NEAR.name)),
        !quick,
        blocks,
        List.of(
            "A line's milliseconds are there and back; 1 % of the packets are lost in each"
                + " direction. All lines are the same one, with packets of at most 1,500 bytes, and"
                + " only the delay and the loss change, so 0 ms is no loopback interface.",
            "\"by request\" and \"by connection\" are --dispatch. The pool has %s workers, and the"
                    .formatted(WORKERS)
                + " clients that wait for one are in its queue. Users who never got an answer are"
                + " in the column \"unanswered\", and percentiles are lower bounds then.",
            "The column \"% of the base\" compares with 0 ms at the same server.",
            "It would be dishonest to conclude that a network does no more than this: there is no"
                + " jitter, no queue and no limit of bandwidth, each packet is lost by chance"
                + " alone, and answers are so small that no window ever closes. Nor that distance"
                + " is free by request: each user still waits for it."));
  }

  private static Variant variant(String java, Way way, Line line) {
    boolean isBase = line.equals(NEAR);
    return new Variant(
        way.name(line.name),
        "%s by %s".formatted(way.stage(), way.dispatch()),
        way.setting("line", line.setting),
        java,
        way.stage(),
        arguments(way),
        List.of(),
        PATH,
        PATH,
        null,
        isBase ? null : way.name(NEAR.name),
        0,
        0,
        0,
        line.text);
  }

  private static List<String> arguments(Way way) {
    return Stream.concat(
            Stream.of("--simulate-io", WAIT.toMillis() + "ms", "--dispatch", way.dispatch()),
            way.stage().equals("threadpool") ? Stream.of("--workers", WORKERS) : Stream.of())
        .toList();
  }
}
