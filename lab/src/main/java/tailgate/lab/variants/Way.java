package tailgate.lab.variants;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A stage with one dispatch.
 *
 * @param isQuick whether it is in the short form
 */
record Way(String stage, String dispatch, boolean isQuick) {

  static final String BY_CONNECTION = "connection";
  static final String BY_REQUEST = "request";

  /** A pool takes all connections by connection: those that wait for a worker are in its queue. */
  private static final List<String> LONG_QUEUE = List.of("--queue", "20000");

  private static final List<String> PATIENT =
      List.of("--idle-timeout", "10m", "--write-timeout", "10m", "--min-rate", "0");

  /**
   * Those of some stages.
   *
   * @param stages none for all, or in the short form for those that are in it
   */
  static List<Way> chosen(List<Way> all, List<String> stages, boolean quick) {
    return all.stream()
        .filter(way -> stages.isEmpty() ? !quick || way.isQuick : stages.contains(way.stage))
        .toList();
  }

  /** That of which the A/A arm is: a pool by request, or else the first. */
  static Way measuredTwice(List<Way> chosen) {
    return chosen.stream()
        .filter(way -> way.stage.equals("threadpool") && way.dispatch.equals(BY_REQUEST))
        .findFirst()
        .orElse(chosen.get(0));
  }

  /** The stages of some ways. */
  static List<String> stages(List<Way> all) {
    return all.stream().map(Way::stage).distinct().toList();
  }

  String name(String what) {
    return "%s by %s, %s".formatted(stage, dispatch, what);
  }

  Map<String, String> setting(String key, String value) {
    return Map.of("stage", stage, "dispatch", dispatch, key, value);
  }

  /** Of a server with this handler that lets its clients wait for as long as they like. */
  List<String> arguments(String handler) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "--handler-jar",
                Variant.HANDLERS,
                "--handler",
                "example." + handler,
                "--dispatch",
                dispatch));
    all.addAll(PATIENT);
    if (stage.endsWith("pool")) {
      all.addAll(LONG_QUEUE);
    }
    return all;
  }
}
