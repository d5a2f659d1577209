package tailgate.lab;

import com.fasterxml.jackson.databind.JsonNode;
import tailgate.lab.load.Json;

/**
 * The first line of an {@link Archive}: what its other lines are of.
 *
 * @param experiment its name
 * @param plan as the experiment has it
 */
record Heading(String experiment, Environment environment, JsonNode plan) {

  static Heading of(Experiment<?, ?> experiment, Environment environment) {
    return new Heading(experiment.name(), environment, Json.tree(experiment.plan()));
  }
}
