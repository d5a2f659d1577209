package tailgate.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;

/**
 * Writes {@link Stats} as JSON. A class of its own, so that Jackson is loaded when it is needed.
 */
final class StatsJson {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
          .build();

  private StatsJson() {}

  /** For people: on many lines. */
  static String of(Stats stats) throws JsonProcessingException {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(stats) + "\n";
  }

  /** Without an end of line in it. */
  static String line(Object value) throws JsonProcessingException {
    return MAPPER.writeValueAsString(value);
  }
}
