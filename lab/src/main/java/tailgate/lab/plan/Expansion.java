package tailgate.lab.plan;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Makes the arms of an experiment from its sets, in the order of the rows of its table. The blocks
 * decide in which order the arms are measured.
 *
 * @param javas the feature version of each Java by its name, the newest last; at least one
 * @param only the values that the command line selects, by axes; other values of these axes do not
 *     take part. Stages are selected in the sets without a part only; one that the file does not
 *     have is a candidate
 * @param flags the flags that are given on the command line
 */
public record Expansion(
    ExperimentFile file,
    SequencedMap<String, Integer> javas,
    Map<String, List<String>> only,
    Set<String> flags,
    int blocks) {

  private static final String PART = "part";
  private static final String AGAIN = " (A/A)";
  private static final String USERS = "users";
  private static final String STAGE = "stage";

  /** Selects the newest Java. */
  private static final String NEWEST = "newest";

  /**
   * Returns all arms. If several sets have an arm of the same setting, that of the first remains.
   */
  public List<PlannedArm> arms() {
    List<PlannedArm> all = new ArrayList<>();
    Set<Map<String, String>> settings = new HashSet<>();
    for (ArmSet set : file.arms()) {
      if (set.flag() == null || flags.contains(set.flag())) {
        List<Map<String, String>> fresh = combinations(set).stream().filter(settings::add).toList();
        all.addAll(new OfSet(set, fresh).arms());
      }
    }
    return all;
  }

  /** Returns the settings of a set that take part. */
  private List<Map<String, String>> combinations(ArmSet set) {
    List<Map<String, String>> settings = List.of(new LinkedHashMap<>());
    for (String axis : set.axes().keySet()) {
      List<Map<String, String>> longer = new ArrayList<>();
      for (Map<String, String> setting : settings) {
        for (String value : values(set, axis)) {
          Map<String, String> next = new LinkedHashMap<>(setting);
          next.put(axis, value);
          longer.add(next);
        }
      }
      settings = longer;
    }
    if (set.part() != null) {
      settings.forEach(setting -> setting.put(PART, Objects.requireNonNull(set.part())));
    }
    return settings.stream().filter(setting -> takesPart(set, setting)).toList();
  }

  private List<String> values(ArmSet set, String axis) {
    Set<String> all = new LinkedHashSet<>(axisOf(set, axis).values().keySet());
    if (axis.equals("java") && all.equals(Set.of("each"))) {
      all = javas.sequencedKeySet();
    }
    boolean isOfPart = set.part() != null; // it has stages and usual values of its own
    if (only.containsKey(axis) && !(isOfPart && axis.equals(STAGE))) {
      return chosen(set, axis, all);
    }
    List<String> ofSet = set.usual().getOrDefault(axis, List.copyOf(all));
    List<String> usual = isOfPart ? ofSet : file.only().getOrDefault(axis, ofSet);
    return all.stream().filter(usual::contains).toList();
  }

  /** Returns the values that the command line selects, and the one that they are compared with. */
  private List<String> chosen(ArmSet set, String axis, Set<String> all) {
    boolean isOpen =
        (file.candidates() && axis.equals(STAGE))
            || file.options().values().stream()
                .anyMatch(option -> option.axis().equals(axis) && option.anyValue());
    List<String> wanted =
        only.getOrDefault(axis, List.of()).stream()
            .filter(value -> isOpen || all.contains(value))
            .toList();
    Set<String> chosen = new LinkedHashSet<>();
    String base = set.base() == null ? null : set.base().get(axis);
    if (base != null && !wanted.isEmpty() && all.contains(known(base))) {
      chosen.add(known(base));
    }
    chosen.addAll(wanted);
    return List.copyOf(chosen);
  }

  private static Axis axisOf(ArmSet set, String axis) {
    return Objects.requireNonNull(set.axes().get(axis));
  }

  private boolean takesPart(ArmSet set, Map<String, String> setting) {
    List<String> parts = only.getOrDefault(PART, file.only().getOrDefault(PART, List.of()));
    return (parts.isEmpty() || parts.contains(setting.getOrDefault(PART, "stages")))
        && (set.only().isEmpty() || set.only().stream().anyMatch(part -> matches(setting, part)))
        && set.except().stream().noneMatch(part -> matches(setting, part))
        && (oldestJava(set, setting) == 0 || oldestJava(set, setting) <= javaOf(set, setting))
        && (set.mostDifferences() == null || differences(set, setting) <= set.mostDifferences());
  }

  private boolean matches(Map<String, String> setting, Map<String, List<String>> wanted) {
    return wanted.entrySet().stream()
        .allMatch(
            entry ->
                entry.getValue().stream()
                    .map(this::known)
                    .anyMatch(setting.getOrDefault(entry.getKey(), "")::equals));
  }

  /** Returns a value, or the name of the newest Java if the value stands for it. */
  private String known(String value) {
    return value.equals(NEWEST) ? javas.lastEntry().getKey() : value;
  }

  private long differences(ArmSet set, Map<String, String> setting) {
    Map<String, String> base = Objects.requireNonNullElse(set.base(), Map.of());
    return base.entrySet().stream()
        .filter(entry -> !known(entry.getValue()).equals(setting.get(entry.getKey())))
        .count();
  }

  private int javaOf(ArmSet set, Map<String, String> setting) {
    String java = variation(set, setting).java();
    return java == null
        ? javas.lastEntry().getValue()
        : javas.getOrDefault(java, javas.lastEntry().getValue());
  }

  private static int oldestJava(ArmSet set, Map<String, String> setting) {
    int oldest = 0;
    for (Map.Entry<String, Axis> axis : set.axes().entrySet()) {
      Variation value = axis.getValue().values().get(setting.getOrDefault(axis.getKey(), ""));
      if (value != null && value.since() != null) {
        oldest = Math.max(oldest, value.since());
      }
    }
    return oldest;
  }

  /** Adds up the changes of all values of a setting. */
  private Variation variation(ArmSet set, Map<String, String> setting) {
    VariationSum sum = new VariationSum().and(file.with()).and(set.with());
    for (Map.Entry<String, Axis> axis : set.axes().entrySet()) {
      String value = Objects.requireNonNull(setting.get(axis.getKey()));
      if (Axis.PLAIN.contains(axis.getKey())) {
        sum.and(axis.getKey(), value);
      }
      sum.and(axis.getValue().values().get(value));
    }
    return sum.filled(setting);
  }

  /** Makes the arms of one set. */
  private final class OfSet {

    private final ArmSet set;
    private final List<Map<String, String>> settings;

    OfSet(ArmSet set, List<Map<String, String>> settings) {
      this.set = set;
      this.settings = settings;
    }

    List<PlannedArm> arms() {
      Set<Map<String, String>> twins = twins();
      return settings.stream()
          .flatMap(
              setting ->
                  twins.contains(setting)
                      ? Stream.of(arm(setting, false), arm(setting, true))
                      : Stream.of(arm(setting, false)))
          .toList();
    }

    private PlannedArm arm(Map<String, String> setting, boolean isTwin) {
      Variation variation = variation(set, setting);
      Map<String, String> whole = new LinkedHashMap<>(setting);
      whole.putAll(Objects.requireNonNullElse(variation.setting(), Map.of()));
      return new PlannedArm(
          name(setting, isTwin),
          whole,
          variation,
          server(setting) + (isTwin ? AGAIN : ""),
          base(setting),
          isTwin,
          set.blocks() == null ? blocks : Math.min(blocks, set.blocks()));
    }

    /**
     * Returns the settings that are made twice. A single block gives no verdict, and so needs no
     * A/A arm.
     */
    private Set<Map<String, String>> twins() {
      Map<String, List<String>> wanted = set.twin();
      if (wanted == null || blocks == 1 || settings.isEmpty()) {
        return Set.of();
      }
      List<Map<String, String>> matching =
          settings.stream().filter(setting -> matches(setting, wanted)).toList();
      List<Map<String, String>> chosen = matching.isEmpty() ? settings.subList(0, 1) : matching;
      List<String> each = set.twinEach();
      if (each == null) {
        return Set.copyOf(chosen);
      }
      Map<List<String>, Map<String, String>> first = new HashMap<>();
      chosen.forEach(
          setting ->
              first.putIfAbsent(
                  each.stream().map(axis -> setting.getOrDefault(axis, "")).toList(), setting));
      return Set.copyOf(first.values());
    }

    private String server(Map<String, String> setting) {
      return setting.entrySet().stream()
          .filter(entry -> !set.sameServer().contains(entry.getKey()))
          .map(Map.Entry::getValue)
          .collect(Collectors.joining(" "));
    }

    private @Nullable String base(Map<String, String> setting) {
      if (set.base() == null) {
        return null;
      }
      Map<String, String> base = new LinkedHashMap<>(setting);
      set.base().forEach((axis, value) -> base.put(axis, known(value)));
      return base.equals(setting) || !settings.contains(base) ? null : name(base, false);
    }

    private String name(Map<String, String> setting, boolean isTwin) {
      String again = isTwin ? AGAIN : "";
      String name = set.name().contains("{again}") ? set.name() : set.name() + "{again}";
      for (Map.Entry<String, String> entry : setting.entrySet()) {
        name = name.replace("{" + entry.getKey() + "}", nameOf(entry.getKey(), entry.getValue()));
      }
      return name.replace("{again}", again);
    }

    private String nameOf(String axisName, String value) {
      Axis axis = set.axes().get(axisName);
      Variation variation = axis == null ? null : axis.values().get(value);
      if (variation != null && variation.name() != null) {
        return variation.name();
      }
      boolean isNumber = axisName.equals(USERS) && value.matches("\\d+");
      return isNumber ? format("%,d", Integer.parseInt(value)) : value;
    }
  }
}
