package tailgate.cli;

import java.lang.reflect.Member;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The list of options in {@code --help}, in sections by the classes that declare them. Groups of
 * picocli have headings too, but a start would take longer: it writes a synopsis of each group,
 * whether anybody reads it or not (docs/performance.md, "Start-up").
 */
final class OptionSections {

  /**
   * The headings of the options that all stages have. All other classes are of a stage, and its
   * section is the first.
   */
  private static final Map<Class<?>, String> HEADINGS = new LinkedHashMap<>();

  private static final String OF_THE_STAGE = "Options of this stage";

  static {
    HEADINGS.put(ListenOptions.class, "Listening");
    HEADINGS.put(FileOptions.class, "Files");
    HEADINGS.put(OwnHandlerOptions.class, "A handler of your own");
    HEADINGS.put(ConnectionOptions.class, "Connections and requests");
    HEADINGS.put(SimulationOptions.class, "Simulated work");
    HEADINGS.put(AdminOptions.class, "Monitoring");
    HEADINGS.put(TraceOptions.class, "Tracing of requests");
    HEADINGS.put(ProcessOptions.class, "The process");
  }

  private OptionSections() {}

  /** Returns all options with their headings. Not every stage has options of its own. */
  static String render(Help help) {
    Map<String, List<OptionSpec>> sections =
        help.commandSpec().options().stream()
            .collect(Collectors.groupingBy(OptionSections::heading));
    return Stream.concat(Stream.of(OF_THE_STAGE), HEADINGS.values().stream())
        .filter(sections::containsKey)
        .map(
            heading ->
                help.createHeading("%n" + heading + ":%n")
                    + help.optionListExcludingGroups(sections.getOrDefault(heading, List.of())))
        .collect(Collectors.joining());
  }

  private static String heading(OptionSpec option) {
    return option.userObject() instanceof Member member
        ? HEADINGS.getOrDefault(member.getDeclaringClass(), OF_THE_STAGE)
        : OF_THE_STAGE;
  }
}
