package tailgate.lab.claim;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Chooses runs by their settings. It is written as {@code stage=threadpool users=10..100}: each
 * part must match; a range includes both ends; no part matches every run. It never chooses the A/A
 * arm.
 */
record Selection(Map<String, String> wanted) {

  @JsonCreator
  static Selection of(String text) {
    return new Selection(
        Arrays.stream(text.split(" "))
            .filter(part -> !part.isEmpty())
            .map(part -> part.split("=", 2))
            .collect(Collectors.toUnmodifiableMap(part -> part[0], part -> part[1])));
  }

  List<Observation> from(List<Observation> runs) {
    return runs.stream().filter(run -> !run.isTwin() && matches(run)).toList();
  }

  boolean matches(Observation run) {
    return wanted.entrySet().stream().allMatch(e -> matches(run.get(e.getKey()), e.getValue()));
  }

  private static boolean matches(String value, String wanted) {
    int dots = wanted.indexOf("..");
    if (dots < 0 || value.isEmpty()) {
      return value.equals(wanted);
    }
    int number = Integer.parseInt(value);
    return number >= Integer.parseInt(wanted.substring(0, dots))
        && number <= Integer.parseInt(wanted.substring(dots + 2));
  }
}
