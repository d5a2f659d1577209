package tailgate.admin;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;

/**
 * Writes {@link Stats} as JSON. A separate class, so that Jackson is loaded only when it is needed.
 */
final class StatsJson {

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
          .build();

  private StatsJson() {}

  /** Formats the statistics with indentation, for people. */
  static String of(Stats stats) throws JsonProcessingException {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(stats) + "\n";
  }

  /** Formats a value on one line. */
  static String line(Object value) throws JsonProcessingException {
    return MAPPER.writeValueAsString(value);
  }
}
