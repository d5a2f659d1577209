package tailgate.lab.race;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import tailgate.lab.load.JsonFiles;

/** Reads the scenes of the tour, which the page plays. */
final class Scenes {

  static final String FILE = "scenes.json";

  private Scenes() {}

  /** Returns the settings of the first scene, as far as they are not the usual ones. */
  static JsonNode first() {
    try (InputStream in = Objects.requireNonNull(Scenes.class.getResourceAsStream(FILE))) {
      return JsonFiles.parse(in.readAllBytes()).path(0).path("settings");
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a part of the jar
    }
  }
}
