package tailgate.lab.race;

import static tailgate.lab.load.Text.format;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.project.PoolSize;
import tailgate.lab.project.Project;

/**
 * What the user of the page has chosen; the names are those of the page.
 *
 * @param handler the title of a {@link Work}
 * @param slots the slots of the back end, for the handler of that name
 * @param rate arrivals per second at each stage
 * @param connections {@code kept}, or {@code new} for a connection for each request
 * @param idle the connections at each stage that send nothing
 * @param slowReaders the clients at each stage that take a long answer slowly
 * @param workers the workers of the fixed pool, and the least of the one that grows
 * @param stages the stages that take part, in the order of the evolution
 * @param seed the seed of the arrivals
 */
record RaceSettings(
    String handler,
    int slots,
    double rate,
    String connections,
    int idle,
    int slowReaders,
    int workers,
    List<String> stages,
    long seed) {

  static final int MOST_RATE = 5_000;
  static final int MOST_IDLE = 500;
  static final int MOST_SLOW_READERS = 100;
  private static final int MOST_SLOTS = 1_000;
  private static final int MOST_WORKERS = PoolSize.ADAPTIVE.usual();
  private static final String KEPT = "kept";

  static final RaceSettings USUAL =
      new RaceSettings(Work.WAIT_50.title(), 8, 100, KEPT, 0, 0, 8, Project.STAGES, 1);

  RaceSettings {
    Work.named(handler);
    within("slots", slots, 1, MOST_SLOTS);
    within("rate", rate, 0, MOST_RATE);
    if (!connections.equals(KEPT) && !connections.equals("new")) {
      throw new IllegalArgumentException(
          "connections must be kept or new, not '%s'".formatted(connections));
    }
    within("idle", idle, 0, MOST_IDLE);
    within("slowReaders", slowReaders, 0, MOST_SLOW_READERS);
    within("workers", workers, 1, MOST_WORKERS);
    stages = inOrder(stages);
    within("seed", (double) seed, 0, Integer.MAX_VALUE);
  }

  private static void within(String name, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw new IllegalArgumentException(
          format("%s must be between %.0f and %.0f", name, least, most));
    }
  }

  private static List<String> inOrder(List<String> stages) {
    List<String> unknown =
        stages.stream().filter(stage -> !Project.STAGES.contains(stage)).toList();
    if (!unknown.isEmpty() || stages.isEmpty()) {
      throw new IllegalArgumentException(
          (stages.isEmpty() ? "no stage takes part" : "no stage '%s'".formatted(unknown.get(0)))
              + "; there are "
              + String.join(", ", Project.STAGES));
    }
    return Project.STAGES.stream().filter(stages::contains).toList();
  }

  /**
   * Returns the settings after changes.
   *
   * @param changes a JSON object with any of the names of the components
   * @throws IllegalArgumentException if a value is wrong, with a message for the user
   */
  RaceSettings with(JsonNode changes) {
    if (!changes.isObject()) {
      throw new IllegalArgumentException("the settings must be a JSON object");
    }
    ObjectNode all = (ObjectNode) JsonFiles.tree(this);
    for (Iterator<String> names = changes.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      JsonNode now = all.get(name);
      if (now == null) {
        throw new IllegalArgumentException("no setting '%s'".formatted(name));
      }
      check(name, now, changes.get(name));
      all.set(name, changes.get(name));
    }
    return read(all);
  }

  private static void check(String name, JsonNode now, JsonNode wanted) {
    if (now.isTextual() && !wanted.isTextual()) {
      throw new IllegalArgumentException("%s must be a string".formatted(name));
    }
    if (now.isNumber() && !wanted.isNumber()) {
      throw new IllegalArgumentException("%s must be a number".formatted(name));
    }
    if (now.isIntegralNumber() && !wanted.canConvertToExactIntegral()) {
      throw new IllegalArgumentException("%s must be a whole number".formatted(name));
    }
    if (now.isInt() && !wanted.canConvertToInt()) {
      throw new IllegalArgumentException("%s is too large".formatted(name));
    }
    if (now.isArray() && !isOfStrings(wanted)) {
      throw new IllegalArgumentException("%s must be a list of strings".formatted(name));
    }
  }

  private static boolean isOfStrings(JsonNode list) {
    boolean all = list.isArray();
    for (JsonNode element : list) {
      all &= element.isTextual();
    }
    return all;
  }

  private static RaceSettings read(ObjectNode all) {
    try {
      return JsonFiles.read(all, RaceSettings.class);
    } catch (IOException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause(); // what the constructor says
      throw new IllegalArgumentException(
          cause instanceof IllegalArgumentException ? cause.getMessage() : "a number is too large",
          e);
    }
  }

  /** Returns the part of an address that repeats them: {@code #rate=50&stages=threadpool}. */
  String link() {
    return "#rate=%s&stages=%s"
        .formatted(
            BigDecimal.valueOf(rate).stripTrailingZeros().toPlainString(),
            String.join(",", stages));
  }

  boolean keepAlive() {
    return connections.equals(KEPT);
  }

  Work work() {
    return Work.named(handler);
  }

  @Override
  public String toString() {
    return format(
        "%s, %.0f per second at each of %s",
        handler, rate, stages.stream().collect(Collectors.joining(", ")));
  }
}
