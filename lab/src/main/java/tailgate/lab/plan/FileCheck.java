package tailgate.lab.plan;

import static tailgate.lab.load.Text.format;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.lab.plan.LoadPlan.Engine;
import tailgate.lab.plan.Quantity.Unit;
import tailgate.lab.plan.StatedClaim.StatedCondition;

/**
 * Checks what the types of a file cannot express: whether the axes, values, phases and rates that
 * it names exist, whether names tell arms apart, and whether units are where they must be. An
 * instance is confined to one thread.
 */
final class FileCheck {

  /**
   * A mistake in the file.
   *
   * @param pointer the place of the mistake, as a JSON pointer (RFC 6901)
   * @param words what is wrong, and what is allowed
   */
  record Mistake(String pointer, String words) {}

  private static final String PART = "part";
  private static final String LOAD = "load";
  private static final String EACH = "{each}";

  /** The part of a set that names none. */
  private static final String NO_PART = "stages";

  /** The fields that select arms by values of axes. */
  private static final Set<String> SELECTIONS =
      Set.of("only", "except", "usual", "base", "twin", "of", "than", "best", "needs");

  private static final Set<String> AXES =
      Set.of("axis", "names", "same-server", "twin-each", "across", "sections", "each", "pair");

  /** The fields in which these names have another meaning. */
  private static final Set<String> OTHERWISE_NAMED = Set.of("load", "parameters", "with", "axes");

  /** The values by which a selection means Javas without their own names. */
  private static final Set<String> ANY_JAVA = Set.of("newest", "each");

  private static final Pattern MULTIPLE = Pattern.compile("\\d+(\\.\\d+)?x");
  private static final Pattern RANGE = Pattern.compile("\\d+\\.\\.\\d+");
  private static final Pattern PLACE = Pattern.compile("\\{([\\w-]+)(?::[^}]+)?}");

  /** The names that stand for several phases. */
  private static final Set<String> SETS_OF_PHASES = Set.of("multiples", "below 1x");

  private static final Set<String> FOUND =
      new TreeSet<>(
          List.of(
              ("of than users thanUsers times percent change least most leastMillis mostMillis sum"
                      + " points usersInTime")
                  .split(" ")));

  private final ExperimentFile file;

  /** The values of each axis, of {@code part}, of {@code load} and of further settings. */
  private final Map<String, Set<String>> values = new TreeMap<>();

  /** The axes of which a selection can have values that the file does not list. */
  private final Set<String> open = new HashSet<>();

  private final Set<String> phases;

  /** Whether the phases so far have users, and no rates; null before the first one that has any. */
  private @Nullable Boolean areUsers;

  private final List<Mistake> mistakes = new ArrayList<>();

  FileCheck(ExperimentFile file) {
    this.file = file;
    phases = namesOf(file.load().phases());
    file.options().values().stream()
        .filter(ExperimentFile.AxisOption::anyValue)
        .forEach(option -> open.add(option.axis()));
    for (ArmSet set : file.arms()) {
      valuesOf(PART).add(set.part() == null ? NO_PART : set.part());
      set.axes().forEach(this::know);
    }
    if (!phases.isEmpty()) {
      valuesOf(LOAD).addAll(phases);
    }
    if (file.load().capacity() != null) {
      valuesOf(LOAD).addAll(List.of("closed", "alone"));
      phases.forEach(
          phase -> valuesOf(LOAD).addAll(List.of(phase + "-leaving", phase + "-persistent")));
    }
  }

  private void know(String name, Axis axis) {
    valuesOf(name).addAll(axis.values().keySet());
    if (axis.values().keySet().stream().anyMatch(ANY_JAVA::contains)) {
      open.add(name);
    }
    for (Variation variation : axis.values().values()) {
      if (variation.setting() != null) {
        variation.setting().forEach((setting, value) -> valuesOf(setting).add(value));
      }
    }
  }

  private Set<String> valuesOf(String name) {
    return values.computeIfAbsent(name, n -> new LinkedHashSet<>());
  }

  private static Set<String> namesOf(List<PhasePlan> phases) {
    Set<String> names = new TreeSet<>();
    for (PhasePlan phase : phases) {
      Set<String> inner = namesOf(phase.phases());
      List<String> rates = new ArrayList<>(phase.each().isEmpty() ? List.of("") : phase.each());
      rates.removeAll(phase.except());
      rates.forEach(rate -> inner.forEach(name -> names.add(name.replace(EACH, rate))));
      if (phase.name() != null) {
        names.add(phase.name());
      }
    }
    return names;
  }

  /**
   * Returns all mistakes.
   *
   * @param tree the tree from which the file was bound
   */
  List<Mistake> mistakes(JsonNode tree) {
    names("", "", tree);
    load();
    for (int i = 0; i < file.arms().size(); i++) {
      name("/arms/" + i + "/name", file.arms().get(i));
      effects(i, tree);
    }
    if (file.table() != null) {
      columns(file.table().columns());
      if (file.table().across() != null && file.table().columns().isEmpty()) {
        mistake("/table/across", "a table across an axis needs \"columns\": its figures");
      }
    }
    for (int i = 0; i < file.claims().size(); i++) {
      claim("/claims/" + i, file.claims().get(i));
    }
    for (int i = 0; i < file.targets().size(); i++) {
      phasesOf("/targets/" + i, file.targets().get(i).load());
    }
    return List.copyOf(mistakes);
  }

  private void mistake(String pointer, String words) {
    mistakes.add(new Mistake(pointer, words));
  }

  private void oneOf(String pointer, String what, Collection<String> all, String name) {
    if (!all.contains(name)) {
      mistake(pointer, format("no %s \"%s\"; there are %s", what, name, String.join(", ", all)));
    }
  }

  /** Checks all names of axes and of their values. */
  private void names(String pointer, String field, JsonNode node) {
    if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        names(pointer + "/" + i, field, node.get(i));
      }
    } else if (!node.isObject()) {
      if (AXES.contains(field)) {
        oneOf(pointer, "axis", values.keySet(), node.asText());
      }
    } else {
      for (Map.Entry<String, JsonNode> property : node.properties()) {
        String below = Places.below(pointer, property.getKey());
        if (SELECTIONS.contains(field)) {
          selection(below, property.getKey(), property.getValue());
        } else if (!OTHERWISE_NAMED.contains(property.getKey())) {
          names(below, property.getKey(), property.getValue());
        }
      }
    }
  }

  private void selection(String pointer, String axis, JsonNode wanted) {
    if (wanted.isArray()) {
      wanted.forEach(value -> selection(pointer, axis, value));
      return;
    }
    String value = wanted.asText();
    if (axis.equals(LOAD)) {
      if (!valuesOf(LOAD).contains(value)) {
        phase(pointer, value);
      }
    } else if (!values.containsKey(axis)) {
      oneOf(pointer, "axis", values.keySet(), axis);
    } else if (!open.contains(axis) && !RANGE.matcher(value).matches()) {
      oneOf(pointer, axis, valuesOf(axis), value);
    }
  }

  /**
   * Checks the name of a phase. Any multiple of the capacity may exist if a parameter lists them.
   */
  private void phase(String pointer, String name) {
    boolean isEach = file.load().phases().stream().anyMatch(phase -> !phase.each().isEmpty());
    if (!isEach || !MULTIPLE.matcher(name).matches()) {
      oneOf(pointer, "phase", phases, name);
    }
  }

  private void phasesOf(String pointer, List<String> names) {
    names.stream()
        .filter(name -> !SETS_OF_PHASES.contains(name))
        .forEach(name -> phase(pointer + "/load", name));
  }

  private void places(String pointer, String what, Collection<String> all, String text) {
    Matcher place = PLACE.matcher(text);
    while (place.find()) {
      oneOf(pointer, what, all, place.group(1));
    }
  }

  // ---- load and arms

  private void load() {
    LoadPlan load = file.load();
    boolean isClosed = load.at() == null && load.phases().isEmpty();
    if (isClosed && load.users() == null && !values.containsKey("users")) {
      mistake("/load", "a closed load needs \"users\"; an open one \"at\", such as 600/s");
    }
    boolean hasTime = load.time() != null || load.requests() != null || !load.phases().isEmpty();
    if (load.engine() == Engine.JMETER) {
      ofJMeter(load.over());
    } else if (!hasTime) {
      mistake("/load", "\"time\", \"requests\" or \"phases\" is missing here");
    }
    phases("/load/phases", load.phases(), List.of());
    if (load.at() != null && load.at().isOfUsers()) {
      mistake("/load/at", "a closed load without phases has \"users\", and no \"at\"");
    }
    if (load.main() != null) {
      phase("/load/main", load.main());
    }
    load.together()
        .forEach(
            (name, stretch) -> stretch.forEach(phase -> phase("/load/together/" + name, phase)));
  }

  private void ofJMeter(@Nullable Duration over) {
    if (over == null) {
      mistake("/load", "JMeter needs \"over\": the time in which the users arrive");
    } else if (!over.equals(over.truncatedTo(ChronoUnit.SECONDS))) {
      mistake("/load/over", "allowed here: whole seconds, because JMeter counts them");
    }
  }

  private void phases(String pointer, List<PhasePlan> plans, List<String> each) {
    for (int i = 0; i < plans.size(); i++) {
      PhasePlan phase = plans.get(i);
      String at = pointer + "/" + i;
      phases(at + "/phases", phase.phases(), phase.each());
      if (phase.phases().isEmpty() && !phase.drain() && phase.time() == null) {
        mistake(at, "a phase has a \"time\", or \"drain: true\", or \"phases\" of its own");
      }
      if (phase.drain() && file.load().capacity() == null) {
        mistake(at + "/drain", "needs \"capacity\" in the load, which says how long a queue is");
      }
      if (phase.at() != null) {
        List<String> rates = phase.at().contains(EACH) ? each : List.of("");
        rates.forEach(rate -> rate(at + "/at", phase.at().replace(EACH, rate)));
      }
    }
  }

  private void rate(String pointer, String text) {
    try {
      Rate rate = new Rate(text);
      if (rate.isMultiple() && file.load().capacity() == null) {
        mistake(pointer, "a multiple such as 2x needs \"capacity\" in the load");
      }
      if (areUsers != null && areUsers != rate.isOfUsers()) {
        mistake(pointer, "either all phases have users, such as 100 users, or none has");
      }
      areUsers = rate.isOfUsers();
      if (rate.isName()) {
        oneOf(pointer, "rate", rates(), text);
      }
    } catch (IllegalArgumentException e) {
      mistake(pointer, "allowed here: " + e.getMessage());
    }
  }

  private Set<String> rates() {
    Set<String> names = new TreeSet<>();
    Stream<Variation> ofSets =
        file.arms().stream()
            .flatMap(
                set ->
                    Stream.concat(
                        Stream.ofNullable(set.with()),
                        set.axes().values().stream()
                            .flatMap(axis -> axis.values().values().stream())));
    Stream.concat(Stream.ofNullable(file.with()), ofSets)
        .flatMap(value -> Stream.ofNullable(value.rates()))
        .forEach(rates -> names.addAll(rates.keySet()));
    return names;
  }

  /** Checks that the name of an arm has all axes that tell arms apart, and no others. */
  private void name(String pointer, ArmSet set) {
    set.axes()
        .forEach(
            (name, axis) -> {
              if (axis.values().size() > 1 && !set.name().contains("{" + name + "}")) {
                mistake(pointer, format("without {%s} several arms have the same name", name));
              }
            });
    places(pointer, "axis", set.axes().keySet(), set.name().replace("{again}", ""));
  }

  /** Checks that the values of each axis of a set change something. */
  private void effects(int index, JsonNode tree) {
    JsonNode sets = tree.path("arms");
    JsonNode set = sets.isArray() ? sets.path(index) : sets; // a single one may stand for a list
    String used = "" + tree.path("with") + tree.path("load") + set.path("with") + set.path("axes");
    file.arms()
        .get(index)
        .axes()
        .forEach(
            (name, axis) -> {
              boolean isBare = axis.values().values().stream().allMatch(Variation.NONE::equals);
              if (isBare && !Axis.PLAIN.contains(name) && !used.contains("{" + name + "}")) {
                mistake(
                    Places.below("/arms/" + index + "/axes", name),
                    format(
                        "these values change nothing: say what each of them changes, or use {%s}"
                            + " in an argument",
                        name));
              }
            });
  }

  // ---- table and claims

  private void columns(List<TablePlan.ColumnPlan> columns) {
    for (int i = 0; i < columns.size(); i++) {
      String at = "/table/columns/" + i;
      TablePlan.ColumnPlan column = columns.get(i);
      phasesOf(at, column.load());
      if (column.figure() == Quantity.OF_WARM && column.seconds().size() != 2) {
        mistake(at, "of-warm needs \"seconds\": the first and the last of them");
      }
      if (column.as() != null) {
        oneOf(at + "/as", "stretch", file.load().together().keySet(), column.as());
      }
    }
  }

  private void claim(String pointer, StatedClaim claim) {
    if (claim.group() != null) {
      places(pointer + "/group", "axis of \"each\"", claim.each(), claim.group());
    }
    for (int i = 0; i < claim.conditions().size(); i++) {
      condition(pointer + "/conditions/" + i, claim.conditions().get(i));
    }
  }

  private void condition(String pointer, StatedCondition condition) {
    if (condition.figure().unit() == Unit.WORDS) {
      mistake(pointer + "/figure", condition.figure() + " is for tables only");
    }
    if (condition.is() != null) {
      unit(pointer + "/is", condition, condition.is());
    }
    if (condition.found() != null) {
      places(pointer + "/found", "value", FOUND, condition.found());
    }
  }

  /** Checks that the level of a latency has a unit, and that factors and other levels have none. */
  private void unit(String pointer, StatedCondition condition, StatedBound bound) {
    boolean isLevel = condition.than() == null && condition.best() == null;
    boolean needsUnit = isLevel && condition.figure().unit() == Unit.LATENCY;
    boolean isShare = bound.unit().equals(StatedBound.PERCENT);
    if (needsUnit && bound.unit().isEmpty()) {
      mistake(pointer, format("a latency has a unit, as in \"%s ms\"", bound));
    }
    if (isShare && !(isLevel && condition.figure().unit() == Unit.EXACT)) {
      mistake(pointer, "only a count of requests is judged in %: failed, or unanswered");
    } else if (!needsUnit && !bound.unit().isEmpty() && !isShare) {
      mistake(pointer, "a factor has no unit, and only latencies have one");
    }
  }
}
