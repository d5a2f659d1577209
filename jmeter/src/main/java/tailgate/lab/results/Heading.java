package tailgate.lab.results;

import com.fasterxml.jackson.databind.JsonNode;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.machine.Environment;

/**
 * The first line of an {@link Archive}: what its other lines are of.
 *
 * @param experiment its name
 * @param plan as the experiment has it
 */
public record Heading(String experiment, Environment environment, JsonNode plan) {

  public static Heading of(String experiment, Object plan, Environment environment) {
    return new Heading(experiment, environment, JsonFiles.tree(plan));
  }
}
