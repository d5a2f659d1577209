package tailgate.top;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Answers of real servers, each under load, two within two seconds. */
final class Fixtures {

  private Fixtures() {}

  static Sample before(String stage) {
    return sample(stage + "-1");
  }

  static Sample now(String stage) {
    return sample(stage + "-2");
  }

  static Change change(String stage) {
    return new Change(before(stage), now(stage));
  }

  static Sample sample(String name) {
    return parsed(json(name));
  }

  static Sample parsed(String json) {
    try {
      return Sample.parse(json.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
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
