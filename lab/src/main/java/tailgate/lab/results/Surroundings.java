package tailgate.lab.results;

import static java.util.stream.Collectors.joining;
import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tailgate.lab.load.Conditions;
import tailgate.lab.load.Conditions.Counter;
import tailgate.lab.load.Doubt;
import tailgate.lab.load.Health;
import tailgate.lab.load.Measurement;

/** Says in a line what the machine did during all runs of a report. */
final class Surroundings {

  private Surroundings() {}

  /** Returns the line; empty for old results, in which it was not recorded. */
  static Optional<String> of(List<Measurement> measurements) {
    List<Conditions> all =
        measurements.stream()
            .map(measured -> measured.server().conditions())
            .flatMap(Stream::ofNullable)
            .toList();
    if (all.isEmpty()) {
      return Optional.empty();
    }
    List<String> parts = new ArrayList<>();
    parts.add(
        format(
            "%d of %d runs began on a quiet machine",
            all.stream().filter(run -> run.wasQuiet() && run.idleBefore() != null).count(),
            all.size()));
    most(all, Counter.STOLEN_MILLIS, "%,.0f ms of processor time stolen").ifPresent(parts::add);
    most(all, Counter.FOREIGN_MILLIS, "%,.0f ms had by other programs").ifPresent(parts::add);
    most(all, Counter.THROTTLED_MILLIS, "%,.0f ms stopped by a quota").ifPresent(parts::add);
    ofLoad(all).ifPresent(parts::add);
    most(all, Counter.PRESSURE_CPU_MILLIS, "%,.0f ms of waiting for a processor")
        .ifPresent(parts::add);
    most(all, Counter.LISTEN_OVERFLOWS, "%,.0f full accept queues").ifPresent(parts::add);
    most(all, Counter.LONGEST_SAFEPOINT_MILLIS, "a safepoint of %,.1f ms").ifPresent(parts::add);
    most(all, Counter.COMPILER_MILLIS, "%,.0f ms of the servers' JIT compilers")
        .ifPresent(parts::add);
    String jvms =
        all.stream()
            .map(Conditions::serverJvm)
            .filter(s -> !s.isEmpty())
            .distinct()
            .collect(joining(" or "));
    return Optional.of(
        parts.get(0)
            + (parts.size() == 1
                ? ""
                : parts.stream().skip(1).collect(joining(", ", "; at most ", " in a run")))
            + (jvms.isEmpty() ? "" : "; the servers' JVMs said: " + jvms));
  }

  /** Says how much of a processor the generator and all that ran beside it had, at most. */
  private static Optional<String> ofLoad(List<Conditions> all) {
    return all.stream()
        .map(Conditions::shareOfLoad)
        .filter(share -> share > 0)
        .max(Double::compare)
        .map(share -> format("%.1f %% of all processors for generator and lab", 100 * share));
  }

  private static Optional<String> most(List<Conditions> all, Counter counter, String text) {
    return all.stream()
        .map(run -> run.counters().get(counter))
        .flatMap(Stream::ofNullable)
        .max(Double::compare)
        .map(value -> format(text, value));
  }

  /** Says how many runs of new results are in doubt, and why; empty if none is. */
  static String doubts(List<Health> all) {
    List<String> parts = new ArrayList<>();
    for (Doubt doubt : Doubt.values()) {
      long runs =
          all.stream()
              .filter(health -> health.peakPerSecond() != null && health.doubts().contains(doubt))
              .count();
      if (runs > 0) {
        parts.add(format("%d: %s", runs, doubt.words()));
      }
    }
    return parts.isEmpty() ? "" : "; runs without a verdict: " + String.join(", ", parts);
  }
}
