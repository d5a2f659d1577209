package tailgate.lab.claim;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.JsonFiles;

/**
 * Something that was said elsewhere, or a question of our own: an entry of {@code claims.json}.
 *
 * @param experiment the name of the experiment whose runs it is judged by
 * @param words what is claimed
 * @param origin who claimed it; null for a question of our own
 * @param published the origin's figures, or what it has instead of them; may be empty
 * @param groupBy each combination of these settings gets its own verdict
 * @param group a {@link Template} that names such a group
 * @param pairBy runs of a block are compared with each other if these settings are the same
 * @param allRuns whether runs that answered nothing, or failed often, take part
 * @param conditions all of them must hold
 */
record Claim(
    String experiment,
    @JsonProperty("claim") String words,
    @Nullable Origin origin,
    @JsonSetter(nulls = Nulls.AS_EMPTY) String published,
    @JsonSetter(nulls = Nulls.AS_EMPTY) List<String> groupBy,
    @JsonSetter(nulls = Nulls.AS_EMPTY) String group,
    @JsonSetter(nulls = Nulls.AS_EMPTY) List<String> pairBy,
    boolean allRuns,
    List<Condition> conditions) {

  private static final List<Claim> ALL = read();

  /** Returns the claims about an experiment, in the order of {@code claims.json}. */
  static Stream<Claim> about(String experiment) {
    return ALL.stream().filter(claim -> claim.experiment.equals(experiment));
  }

  private static List<Claim> read() {
    try (InputStream in = Claim.class.getResourceAsStream("claims.json")) {
      byte[] json = Objects.requireNonNull(in, "claims.json").readAllBytes();
      return List.of(JsonFiles.read(JsonFiles.parse(json), Claim[].class));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Says what is claimed about a group of runs, by whom and with which figures. */
  String text(List<Observation> about) {
    String runs = new Template(group).fill(about.get(0)::get);
    String source = published.isEmpty() ? "" : ": " + published;
    return (runs.isEmpty() ? "" : runs + ": ")
        + words
        + (origin == null ? "" : " (" + origin + source + ")");
  }
}
