package tailgate.lab.experiment;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tailgate.lab.plan.ArgumentList;

/** The arguments that single stages get in addition, as the user wants them. */
public record StageArguments(@JsonValue Map<String, List<String>> byStage) {

  public static final StageArguments NONE = new StageArguments(Map.of());

  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public StageArguments {
    byStage = Map.copyOf(byStage);
  }

  /** Returns whether a stage gets any arguments. */
  public boolean changes(String stage) {
    return byStage.containsKey(stage);
  }

  /**
   * Returns the usual arguments of a stage, and the user's. The latter replace what is there under
   * the same name, because a stage refuses most options that are given twice.
   *
   * @param usual names that begin with a dash, each followed by a value
   */
  public List<String> of(String stage, List<String> usual) {
    List<String> added = byStage.getOrDefault(stage, List.of());
    return new ArgumentList(usual).and(new ArgumentList(added)).all();
  }

  /**
   * Returns the number that a stage gets by an option, the last one if there are several; empty if
   * there is none, or if it is no number.
   */
  public Optional<Integer> number(String stage, String option) {
    String words = String.join("=", byStage.getOrDefault(stage, List.of())) + "=";
    Matcher matcher = Pattern.compile("(?:^|=)" + option + "=+(\\d{1,9})(?==)").matcher(words);
    return matcher.results().map(found -> Integer.valueOf(found.group(1))).reduce((a, b) -> b);
  }

  /** Returns text for people, such as {@code threadpool --workers 8}. */
  @Override
  public String toString() {
    return byStage.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(e -> e.getKey() + " " + String.join(" ", e.getValue()))
        .collect(Collectors.joining("; "));
  }
}
