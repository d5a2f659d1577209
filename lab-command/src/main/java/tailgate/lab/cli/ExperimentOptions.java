package tailgate.lab.cli;

import static tailgate.lab.load.Text.format;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import tailgate.lab.plan.ArmSet;
import tailgate.lab.plan.Axis;
import tailgate.lab.plan.ExperimentFile;
import tailgate.lab.plan.ExperimentFile.AxisOption;
import tailgate.lab.plan.ExperimentFile.Parameter;

/**
 * The options that the file of an experiment gives its command: parameters, flags of sets of arms,
 * and values of axes.
 *
 * @param command the command, whose line was parsed
 * @param experiment the experiment in its long form, which has all options
 * @param lab the options of all experiments
 * @param hasHandler whether the user has a handler of their own
 * @param only the values of {@code --only}
 */
record ExperimentOptions(
    LabCommand command,
    ExperimentFile experiment,
    LabOptions lab,
    boolean hasHandler,
    List<String> only) {

  private static final String FRACTION = "\\d{1,9}(\\.\\d{1,3})?";
  private static final String COUNT = "[1-9]\\d{0,6}( per processor)?";
  private static final String STAGE = "stage";
  private static final String PART = "part";

  /** The sets of arms without a part of their own are this part: the comparison of stages. */
  private static final String COMPARISON = "stages";

  static void addTo(CommandSpec command, ExperimentFile experiment) {
    experiment.options().forEach((option, axis) -> command.addOption(listOption(option, axis)));
    experiment
        .parameters()
        .forEach((parameter, says) -> command.addOption(option(parameter, says)));
    for (ArmSet set : experiment.arms()) {
      if (set.flag() != null) {
        command.addOption(
            OptionSpec.builder(set.flag())
                .description("also the arms of this set, which are left out otherwise")
                .build());
      }
    }
  }

  private static OptionSpec listOption(String name, AxisOption axis) {
    return OptionSpec.builder(name)
        .type(List.class)
        .auxiliaryTypes(String.class)
        .splitRegex(",")
        .paramLabel(axis.label())
        .description(axis.help().replace("%", "%%"))
        .build();
  }

  private static OptionSpec option(String name, Parameter parameter) {
    return OptionSpec.builder("--" + name)
        .type(String.class)
        .paramLabel(parameter.label())
        .description((parameter.help() + usual(parameter)).replace("%", "%%"))
        .build();
  }

  private static String usual(Parameter parameter) {
    String usual = parameter.usual();
    String shown = parameter.isList() ? usual.replaceAll("[\\[\\] ]", "") : usual;
    return usual.isEmpty() ? "" : " (default: " + shown + ")";
  }

  private @Nullable Object given(String option) {
    return command.commandLine().getParseResult().matchedOptionValue(option, null);
  }

  /** Returns the values of parameters that the command line changes. */
  Map<String, String> parameters() {
    Map<String, String> values = new HashMap<>();
    experiment
        .parameters()
        .forEach(
            (name, parameter) -> {
              if (given("--" + name) instanceof String value) {
                List<String> all = parameter.isList() ? List.of(value.split(",")) : List.of(value);
                all.forEach(each -> check("--" + name, parameter, each));
                values.put(name, parameter.isList() ? all.toString() : value);
              }
              if (parameter.withHandler() && hasHandler != values.containsKey(name)) {
                throw command.wrong(
                    hasHandler
                        ? "--handler needs --" + name + ": " + parameter.help()
                        : "--" + name + " is for a handler of your own: --handler");
              }
            });
    return values;
  }

  private void check(String option, Parameter parameter, String value) {
    Long from = parameter.from();
    Long to = parameter.to();
    if (from != null && to != null) {
      boolean isNumber = value.matches(parameter.isList() ? FRACTION : "\\d{1,9}");
      if (!isNumber || Double.parseDouble(value) < from || Double.parseDouble(value) > to) {
        String of = parameter.isList() ? "has numbers" : "is a number";
        throw command.wrong(format("%s %s from %d to %d, not '%s'", option, of, from, to, value));
      }
    } else if (!parameter.values().isEmpty()) {
      command.checkOneOf("value of " + option, parameter.values(), value);
    }
  }

  Set<String> flags() {
    Set<String> flags = new HashSet<>();
    for (ArmSet set : experiment.arms()) {
      if (set.flag() != null && Boolean.TRUE.equals(given(set.flag()))) {
        flags.add(set.flag());
      }
    }
    return flags;
  }

  /** Returns the values that the command line selects, by axes. */
  Map<String, List<String>> chosen(ExperimentFile file) {
    Map<String, List<String>> chosen = new LinkedHashMap<>();
    for (String word : only) {
      String[] parts = word.split("=", 2);
      if (parts.length < 2) {
        throw command.wrong(
            "--only takes AXIS=VALUE, such as --only stage=threadpool, not '" + word + "'");
      }
      chosen.put(parts[0], List.of(parts[1].split(",")));
    }
    experiment
        .options()
        .forEach(
            (name, option) -> {
              if (given(name) instanceof List<?> values) {
                chosen.put(option.axis(), values.stream().map(String.class::cast).toList());
              }
            });
    experiment
        .parameters()
        .forEach(
            (name, parameter) -> {
              if (given("--" + name) != null) {
                parameter.selects().forEach((axis, values) -> select(chosen, name, axis, values));
              }
            });
    chosen.forEach((axis, values) -> check(file, axis, values));
    if (chosen.containsKey(STAGE) || hasHandler || lab.candidates.isGiven()) {
      chosen.putIfAbsent(PART, List.of(COMPARISON));
    }
    List<String> parts = chosen.getOrDefault(PART, List.of(COMPARISON));
    boolean compares = parts.contains(COMPARISON);
    boolean isWrong =
        hasHandler ? !parts.equals(List.of(COMPARISON)) : chosen.containsKey(STAGE) && !compares;
    if (isWrong) {
      throw command.wrong("--stages and --handler are for the part '" + COMPARISON + "'");
    }
    if (file.candidates() && compares && lab.candidates.isGiven()) {
      chosen.put(STAGE, lab.andCandidates(chosen.getOrDefault(STAGE, stages(file)), ""));
    }
    return chosen;
  }

  private void select(
      Map<String, List<String>> chosen, String parameter, String axis, List<String> values) {
    if (chosen.put(axis, values) != null) {
      throw command.wrong(format("--%s leaves no use for another choice of %s", parameter, axis));
    }
  }

  /** Returns the stages that are compared with candidates, unless the command line selects some. */
  private static List<String> stages(ExperimentFile file) {
    List<String> all =
        file.arms().stream()
            .filter(set -> set.part() == null)
            .flatMap(set -> Stream.ofNullable(set.axes().get(STAGE)))
            .flatMap(axis -> axis.values().keySet().stream())
            .toList();
    return file.only().getOrDefault(STAGE, all);
  }

  private void check(ExperimentFile file, String axis, List<String> values) {
    Set<String> axes = new LinkedHashSet<>();
    Set<String> known = new LinkedHashSet<>();
    for (ArmSet set : file.arms()) {
      axes.addAll(set.axes().keySet());
      if (axis.equals(PART)) {
        axes.add(PART);
        known.add(Objects.requireNonNullElse(set.part(), COMPARISON));
      }
      Axis found = set.axes().get(axis);
      if (found != null) {
        known.addAll(found.values().keySet());
      }
    }
    command.checkOneOf("axis", List.copyOf(axes), axis);
    boolean isOpen =
        file.options().values().stream()
            .anyMatch(option -> option.axis().equals(axis) && option.anyValue());
    for (String value : values) {
      if (axis.equals("users") && !value.matches(COUNT)) {
        throw command.wrong("users are a number such as 500, not '" + value + "'");
      }
      if (!isOpen && !axis.equals("java")) {
        command.checkOneOf(axis, List.copyOf(known), value);
      }
    }
  }
}
