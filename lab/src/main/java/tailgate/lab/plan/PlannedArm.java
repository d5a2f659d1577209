package tailgate.lab.plan;

import static tailgate.lab.load.Text.format;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An arm: one way to run a server and to send it requests. It is a row of the table.
 *
 * @param name the name in reports, unique in its experiment
 * @param setting the value of each axis, and of {@code part}, by which claims select arms
 * @param variation the settings of the arm, those of all its values together
 * @param server the key of the server: arms with the same key are measured at one server
 * @param base the name of the arm that this one is compared with; missing for none
 * @param isTwin whether this is the second of two equal arms, for the A/A comparison
 * @param blocks the number of blocks in which the arm takes part, the first ones
 */
public record PlannedArm(
    String name,
    Map<String, String> setting,
    Variation variation,
    String server,
    @Nullable String base,
    boolean isTwin,
    int blocks) {

  public PlannedArm {
    setting = Collections.unmodifiableMap(new LinkedHashMap<>(setting));
  }

  /** Returns the name of the example that is the handler; empty if there is none. */
  public Optional<String> example() {
    return Optional.ofNullable(variation.handler())
        .flatMap(handler -> Optional.ofNullable(handler.example()));
  }

  /** Returns whether there is such an arm for a server with this number of processors. */
  public boolean isFor(int processors) {
    Integer fewest = variation.fromProcessors();
    return fewest == null || processors >= fewest;
  }

  /**
   * Returns the arm for a server with this number of processors: its name and its setting have the
   * number of users there.
   */
  public PlannedArm on(int processors) {
    Count users = variation.users();
    if (users == null || !users.isPerProcessor()) {
      return this;
    }
    int count = users.on(processors);
    Map<String, String> numbered = new LinkedHashMap<>(setting);
    numbered.replace("users", users.toString(), Integer.toString(count));
    UnaryOperator<String> inName = text -> text.replace(users.toString(), format("%,d", count));
    return new PlannedArm(
        inName.apply(name),
        numbered,
        variation,
        server,
        base == null ? null : inName.apply(base),
        isTwin,
        blocks);
  }

  /** Returns the name of the handler that asks the back end; empty if there is none. */
  public Optional<String> downstream() {
    return Optional.ofNullable(variation.handler())
        .flatMap(handler -> Optional.ofNullable(handler.downstream()));
  }

  /** Returns the value of an axis, or an empty text if the arm has none. */
  public String value(String axis) {
    return setting.getOrDefault(axis, "");
  }
}
