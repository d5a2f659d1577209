package tailgate.top;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import tailgate.admin.Stats;

/** What real servers have said of themselves, each under load, twice within two seconds. */
final class Fixtures {

  private Fixtures() {}

  static Stats before(String stage) {
    return sample(stage + "-1").stats();
  }

  static Stats now(String stage) {
    return sample(stage + "-2").stats();
  }

  static Sample sample(String name) {
    try {
      return Json.sample(json(name));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String json(String name) {
    try (InputStream in = Fixtures.class.getResourceAsStream(name + ".json")) {
      if (in == null) {
        throw new IllegalArgumentException("no " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
