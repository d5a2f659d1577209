package tailgate.lab.summary;

import static tailgate.lab.load.ServerTimeline.BUSY;
import static tailgate.lab.load.ServerTimeline.CONNECTIONS;
import static tailgate.lab.load.ServerTimeline.MOST_WORKERS;
import static tailgate.lab.load.ServerTimeline.QUEUED;
import static tailgate.lab.load.Text.format;
import static tailgate.lab.load.Text.millis;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tailgate.lab.load.Doubt;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerView;
import tailgate.lab.load.Timeline;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.summary.Symptoms.Symptom;

/**
 * Says what broke first in a run, in plain words: by rules and from the figures alone. It also says
 * when nothing broke, and when the figures cannot tell.
 */
public record Diagnosis(Measurement measured, List<Symptom> symptoms) {

  /** The slowest answer is mentioned if it took this many times longer than the median. */
  private static final long SPIKE = 10;

  private static final long NOTABLE_MICROS = 10_000;

  /** The ways in which a run can go. */
  public enum Mood {
    /** Nothing broke. */
    GOOD,
    /** Something was at its limit, but every request was answered. */
    OPEN,
    /** A request was not answered. */
    BAD
  }

  public Diagnosis {
    symptoms = List.copyOf(symptoms);
  }

  public static Diagnosis of(Measurement measured) {
    return new Diagnosis(measured, Symptoms.of(measured));
  }

  public Mood mood() {
    if (notAnswered() > 0 || symptoms.stream().anyMatch(Symptom::harm)) {
      return Mood.BAD;
    }
    return symptoms.isEmpty() ? Mood.GOOD : Mood.OPEN;
  }

  /** Returns the diagnosis as a card on a page, with all of its sentences. */
  public HtmlReport.Answer answer(String about) {
    return new HtmlReport.Answer(about, mood().name().toLowerCase(Locale.ROOT), toString());
  }

  /**
   * The event that broke first.
   *
   * @param epochMillis when it was first seen, in milliseconds of the Unix time
   * @param text what it was, as the rest of a sentence that begins with the time
   */
  public record First(long epochMillis, String text) {}

  /** Returns what broke first; empty if nothing did. */
  public Optional<First> first() {
    return symptoms.stream()
        .findFirst()
        .map(
            symptom ->
                new First(
                    measured.startEpochMillis() + Math.round(symptom.atSeconds() * 1e3),
                    symptom.what()));
  }

  /** Returns one sentence without its full stop. */
  String headline() {
    if (!symptoms.isEmpty()) {
      return "First, " + clause(symptoms.get(0));
    }
    return notAnswered() > 0 ? answers() : "Nothing broke";
  }

  /** Returns the whole diagnosis, which has a few sentences. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(headline()).append(". ");
    if (symptoms.size() > 1) {
      text.append(
          symptoms.stream()
              .skip(1)
              .map(Diagnosis::clause)
              .collect(Collectors.joining("; ", "Then, ", ". ")));
    }
    if (!symptoms.isEmpty() || notAnswered() == 0) {
      text.append(answers()).append(". ");
    }
    return text.append(reserve()).append(spike()).append(doubt()).toString().strip();
  }

  private static String clause(Symptom symptom) {
    return format("at %.1f s, %s", symptom.atSeconds(), symptom.what());
  }

  /** Counts the requests that failed, or that still waited at the end. */
  private long notAnswered() {
    return measured.figures().failed() + measured.figures().missing();
  }

  private String answers() {
    Figures figures = measured.figures();
    if (figures.count() == 0) {
      return format(
          measured.perSecond() > 0
              ? "All answers were to requests of the warm-up, and %,d requests had none at the end"
              : "None of %,d requests was answered",
          notAnswered());
    }
    String times =
        figures.has(99)
            ? format(
                "half of them within %s ms and 99 %% within %s ms",
                figures.millis(50), figures.millis(99))
            : "the slowest within " + figures.millis(100) + " ms";
    if (measured.requests() == 1 && notAnswered() == 0) {
      return "The only request was answered within " + figures.millis(100) + " ms";
    }
    if (notAnswered() == 0) {
      return format("All %,d requests were answered, %s", figures.count(), times);
    }
    return format("Of %,d requests %s; ", measured.requests(), missing(figures))
        + (figures.missing() == 0
            ? "the others were answered, " + times
            // The percentiles include requests that were not answered.
            : format(
                "half of all took %s ms, P99 is %s ms", figures.millis(50), figures.millis(99)));
  }

  private String missing(Figures figures) {
    String failed =
        format(
            "%,d failed (%s)",
            figures.failed(), SummaryTable.percent(figures.failed(), measured.requests()));
    String unanswered =
        format(
            "%,d had no answer at the end (%s)",
            figures.missing(), SummaryTable.percent(figures.missing(), measured.requests()));
    return figures.missing() == 0
        ? failed
        : figures.failed() == 0 ? unanswered : failed + " and " + unanswered;
  }

  /** Says how far the server was from its limits; empty if it was at one. */
  private String reserve() {
    ServerView server = measured.server();
    if (!symptoms.isEmpty() || !server.knows(BUSY) || !server.knows(MOST_WORKERS)) {
      return "";
    }
    if (!server.knows(QUEUED)
        && server.knows(CONNECTIONS)
        && server.peak(BUSY) >= server.peak(CONNECTIONS)) {
      return format( // a worker that waits for the next request of a connection counts as busy
          "At most %,.0f connections were open, each with a worker of its own; %,.0f may be. ",
          server.peak(CONNECTIONS), server.peak(MOST_WORKERS));
    }
    String queue = "";
    if (server.knows(QUEUED)) {
      queue =
          server.peak(QUEUED) == 0
              ? ", and no task was seen waiting"
              : format(", and at most %,.0f tasks waiting", server.peak(QUEUED));
    }
    return format(
        "At most %,.0f of %,.0f workers were seen busy%s. ",
        server.peak(BUSY), server.peak(MOST_WORKERS), queue);
  }

  private String spike() {
    Timeline latency = measured.latency();
    Figures figures = measured.figures();
    if (figures.max() < Math.max(NOTABLE_MICROS, SPIKE * figures.p50())) {
      return "";
    }
    return IntStream.range(0, latency.max().size())
        .boxed()
        .max((a, b) -> Long.compare(latency.max().get(a), latency.max().get(b)))
        .map(
            i ->
                format(
                    "Its slowest answer, to a request at %.1f s, took %s ms. ",
                    i * latency.windowMillis() / 1e3, millis(latency.max().get(i))))
        .orElse("");
  }

  private String doubt() {
    Health health = measured.health();
    if (health != null && health.fellBehind()) {
      return "The load generator fell behind: these figures are not the server's alone.";
    }
    if (health != null && !health.isTrustworthy()) {
      return health.doubts().stream()
          .map(Doubt::words)
          .collect(
              Collectors.joining(
                  ", ", "In doubt, ", ": these figures are not the server's alone."));
    }
    return measured.server().equals(ServerView.NOTHING)
        ? "What the server did meanwhile is not known."
        : "";
  }
}
