package tailgate.top;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import tailgate.admin.Stats;

/** Reads what {@code /stats} answers, of this version or of one that has more to say. */
final class Json {

  private static final JsonMapper MAPPER =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private Json() {}

  /**
   * The figures in it.
   *
   * @throws JsonProcessingException if it is no JSON, or has other things in these places
   * @throws IllegalArgumentException if it is somebody else's, and lacks what every server has
   */
  static Sample sample(String text) throws JsonProcessingException {
    Stats stats = MAPPER.readValue(text, Stats.class);
    if (stats == null || !Completeness.isWhole(stats)) {
      throw new IllegalArgumentException("something else than the figures of a server");
    }
    return new Sample(text, stats);
  }

  /** The same in one line. */
  static String oneLine(String text) throws JsonProcessingException {
    return MAPPER.readTree(text).toString();
  }
}
