package tailgate.lab.candidate;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tailgate.lab.candidate.Crowd.Obstacle;
import tailgate.lab.candidate.Crowd.Whose;

/**
 * Whether a candidate does the work of the stages, as far as a client can see.
 *
 * @param stage that it is compared with
 * @param found what the candidate does
 * @param expected what the stage does
 */
public record Parity(Candidate candidate, String stage, Examination found, Examination expected) {

  /** A server that answers in less than this share of the time, and so much sooner, may do less. */
  private static final double MUCH_QUICKER = 0.5;

  private static final double NOTABLE_MILLIS = 2;

  /** Returns the limit that the clients met, if any: then nothing is known of the server. */
  public Optional<String> ownLimit() {
    return obstacle(found.crowd(), Whose.CLIENT)
        .map(
            words ->
                format(
                    "this machine cannot open as many connections as the load may use (%s): %s;"
                        + " see ulimit -n and net.ipv4.ip_local_port_range",
                    String.valueOf(found.crowd()), words));
  }

  /** Returns the differences that would spoil the comparison. */
  public List<String> differences() {
    List<String> all = new ArrayList<>();
    if (candidate.path() == null && found.answer().bodyBytes() != expected.answer().bodyBytes()) {
      all.add(
          format(
              "it answers with %,d bytes and %s with %,d; if it shall be asked for something else,"
                  + " say --candidate-path %s=/PATH",
              found.answer().bodyBytes(), stage, expected.answer().bodyBytes(), candidate.name()));
    }
    boolean isKept = found.series() == null || found.answer().keeps();
    if (!isKept && expected.answer().keeps()) {
      all.add("it closes a connection after each answer, and " + stage + " keeps it");
    }
    obstacle(found.crowd(), Whose.SERVER).map(this::limit).ifPresent(all::add);
    return all;
  }

  private String limit(String words) {
    boolean expectsNone = expected.crowd() != null && expected.tookAll();
    return format(
        "it has a limit of connections: %s, and the load may keep all of them; then %s%s",
        String.valueOf(found.crowd()),
        words,
        expectsNone
            ? format(" (%s had all of them answered, so it is not the limit of the clients)", stage)
            : "");
  }

  /** Returns what a reader of the figures should know. */
  public List<String> remarks() {
    List<String> all = new ArrayList<>();
    if (candidate.path() != null) {
      all.add("it has a path of its own, so the sizes may differ");
    }
    Series series = found.series();
    if (series != null && series.closedAfter() != null && found.answer().keeps()) {
      all.add(
          format(
              "it closes a connection after %,d requests, and a new one takes time",
              series.closedAfter()));
    }
    if (!found.closes()) {
      all.add("it does not close a connection that it is asked to close; the clients do");
    }
    double gain = expected.aloneMillis() - found.aloneMillis();
    if (gain > NOTABLE_MILLIS && found.aloneMillis() < MUCH_QUICKER * expected.aloneMillis()) {
      all.add("it answers so much sooner that it may do less");
    }
    obstacle(found.crowd(), Whose.TIME).ifPresent(all::add);
    return all;
  }

  private static Optional<String> obstacle(@Nullable Crowd crowd, Whose whose) {
    return Optional.ofNullable(crowd)
        .map(Crowd::obstacle)
        .filter(obstacle -> obstacle.whose() == whose)
        .map(Obstacle::words);
  }

  /** Returns what was compared, in a line. */
  @Override
  public String toString() {
    String crowd = found.crowd() == null ? "" : "; " + found.crowd();
    List<String> notes = new ArrayList<>(differences());
    notes.addAll(remarks());
    return "%s, asked for %s: %s (%s: %s)%s%s"
        .formatted(
            candidate.name(),
            Objects.requireNonNullElse(candidate.path(), "the same"),
            found,
            stage,
            expected,
            crowd,
            notes.isEmpty() ? "" : "; " + String.join("; ", notes));
  }
}
