package tailgate.lab.race;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What the browser's performance trace of a page says about its frames.
 *
 * @param work of the main thread by when each of its tasks began, both in microseconds. It is
 *     processor time: what other programs take does not count.
 * @param frames when the page began to draw each, in microseconds
 */
record FrameTrace(NavigableMap<Long, Long> work, List<Long> frames) {

  /** The categories of the trace that it needs. */
  static final String[] CATEGORIES = {"devtools.timeline", "disabled-by-default-devtools.timeline"};

  private static final String FRAME = "FireAnimationFrame";
  private static final String TASK = "RunTask";
  private static final int STRETCH = 15;

  /**
   * Some frames in a row.
   *
   * @param perSecond how many were drawn in a second
   * @param workMillis all that the main thread did for each: script, style, layout and paint
   */
  record Stretch(double perSecond, double workMillis) {}

  /** Of the only page that draws. */
  static FrameTrace of(List<JsonNode> events) {
    JsonNode page =
        events.stream()
            .filter(event -> event.path("name").asText().equals(FRAME))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no frame in " + events.size() + " events"));
    NavigableMap<Long, Long> work = new TreeMap<>();
    List<Long> frames = new ArrayList<>();
    for (JsonNode event : events) {
      if (event.path("tid").equals(page.get("tid")) && event.path("pid").equals(page.get("pid"))) {
        switch (event.path("name").asText()) {
          case FRAME -> frames.add(event.get("ts").asLong());
          case TASK -> work.put(event.get("ts").asLong(), event.path("tdur").asLong());
          default -> {}
        }
      }
    }
    return new FrameTrace(work, frames.stream().sorted().toList());
  }

  /** All frames in stretches. */
  List<Stretch> stretches() {
    List<Stretch> stretches = new ArrayList<>();
    for (int i = 0; i + STRETCH < frames.size(); i += STRETCH) {
      long from = frames.get(i);
      long to = frames.get(i + STRETCH);
      long micros = work.subMap(from, to).values().stream().mapToLong(Long::longValue).sum();
      stretches.add(new Stretch(STRETCH * 1e6 / (to - from), micros / 1e3 / STRETCH));
    }
    return stretches;
  }
}
