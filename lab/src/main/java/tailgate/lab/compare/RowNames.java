package tailgate.lab.compare;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import tailgate.lab.plan.TablePlan.NameColumn;

/** Names the rows of a table: by the arm, or by its values of the axes that the file names. */
record RowNames(VariantsPlan plan) {

  private static final String NONE = "–";

  /** Returns the titles of the columns with names. */
  List<String> head() {
    if (columns().isEmpty()) {
      return List.of(plan.traffic().phases() == null ? "stage" : "arm");
    }
    return columns().stream()
        .map(column -> Objects.requireNonNullElse(column.title(), column.axis()))
        .toList();
  }

  private List<NameColumn> columns() {
    return plan.table().names();
  }

  /**
   * Returns the number of columns with names, from the left. Numbers are aligned like figures, and
   * so are no names.
   */
  int count() {
    long names = columns().stream().takeWhile(column -> !isNumeric(column.axis())).count();
    return Math.max(1, (int) names);
  }

  private boolean isNumeric(String axis) {
    return plan.variants().stream()
        .allMatch(variant -> variant.setting().getOrDefault(axis, NONE).matches("\\d+"));
  }

  /**
   * Returns the names of a row. The first has the values of axes without a column, too. The second
   * of two equal arms (A/A) says so behind the value by which the file selects it.
   */
  List<String> of(VariantResult result) {
    if (columns().isEmpty()) {
      return List.of(result.measured().name());
    }
    Map<String, String> setting = plan.variant(result.run().variant()).setting();
    List<String> axes = columns().stream().map(NameColumn::axis).toList();
    List<String> names = new ArrayList<>();
    axes.forEach(axis -> names.add(nameOf(axis, setting.getOrDefault(axis, NONE))));
    String others =
        setting.keySet().stream()
            .filter(axis -> !axes.contains(axis) && plan.varies(axis))
            .sorted()
            .map(axis -> ", " + setting.get(axis))
            .collect(joining());
    if (result.run().twin()) {
      int selecting = Math.max(0, axes.indexOf(twinAxis(axes)));
      names.set(selecting, names.get(selecting) + " (A/A)");
    }
    names.set(0, names.get(0) + others);
    return names;
  }

  private String nameOf(String axis, String value) {
    return plan.experiment().arms().stream()
        .flatMap(set -> Stream.ofNullable(set.axes().get(axis)))
        .flatMap(all -> Stream.ofNullable(all.values().get(value)))
        .flatMap(variation -> Stream.ofNullable(variation.name()))
        .findFirst()
        .orElse(value);
  }

  /** Returns the axis by which the file selects the arms that are made twice. */
  private String twinAxis(List<String> axes) {
    return plan.experiment().arms().stream()
        .flatMap(set -> Stream.ofNullable(set.twin()))
        .flatMap(twin -> twin.keySet().stream())
        .filter(axes::contains)
        .findFirst()
        .orElse("");
  }
}
