package tailgate.lab.compare;

import static tailgate.lab.load.Text.format;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import tailgate.lab.plan.ExperimentFile;
import tailgate.lab.plan.ExperimentFile.Reading;
import tailgate.lab.plan.PlannedArm;

/**
 * Puts the load of an experiment into words, for the head of a report.
 *
 * @param changes what the command line changes
 */
record LoadWords(ExperimentFile file, List<PlannedArm> arms, FileChanges changes, Traffic traffic) {

  /** Returns the words of the file, or else those that follow from it, and what was changed. */
  String text() {
    String words = file.loadInWords();
    return (words == null ? inWords() : words) + added();
  }

  private String inWords() {
    if (traffic.phases() != null) {
      return phased(traffic.phases());
    }
    if (traffic.isOfJMeter()) {
      return format(
          "%,d users in %d s, one GET %s each, %s",
          traffic.users(), traffic.time().toSeconds(), path(), warmUpOfJMeter());
    }
    String model = model() + get();
    if (traffic.counted() != null) {
      int tests = traffic.counted().tests();
      String each = tests == 1 ? "" : tests + " x ";
      long requests = traffic.counted().requests();
      return model + format(", %s%,d requests after %2$,d of warm-up", each, requests);
    }
    boolean isCold = file.measure().contains(Reading.SECONDS);
    return model + (isCold ? ", from the first request of a JVM on" : "");
  }

  private String model() {
    if (traffic.perSecond() != null) {
      return format("open model, %,.0f arrivals a second, Poisson", traffic.perSecond());
    }
    boolean areUsersVaried = arms.stream().anyMatch(arm -> arm.variation().users() != null);
    String users = areUsersVaried ? "" : format(", %,d users", traffic.users());
    boolean isVaried = arms.stream().anyMatch(arm -> arm.variation().connections() != null);
    String kind = traffic.newConnections() ? "new" : "kept";
    return "closed model" + users + (isVaried ? "" : " on " + kind + " connections");
  }

  private String path() {
    return changes.pathOr(file.load().usualPath());
  }

  private String warmUpOfJMeter() {
    long cold = arms.stream().filter(arm -> Boolean.TRUE.equals(arm.variation().cold())).count();
    String without = cold == 0 ? "" : ", or without one (cold)";
    return cold == arms.size()
        ? "without a warm-up"
        : "after a warm-up that is not counted" + without;
  }

  private String phased(Phases phases) {
    List<String> parts = new ArrayList<>();
    for (LoadPhase phase : phases.all()) {
      if (phase.counts() && !phase.name().startsWith(Phases.PROBE)) {
        String at = phase.at() == null ? "nobody" : phase.at();
        String name =
            phase.name().isEmpty() || phase.name().equals(at) ? "" : " (" + phase.name() + ")";
        String seconds = format("%s s", phase.time().toMillis() / 1e3).replace(".0 s", " s");
        parts.add(at + " for " + seconds + name);
      }
    }
    Duration giveUp = traffic.giveUp();
    return format(
        "%s, GET %s; %s%s%s",
        arrivals(phases),
        path(),
        String.join(", ", parts),
        phases.capacity() != null ? "; x is the capacity of each server" : ofBackEnd(),
        giveUp == null ? "" : format("; clients give up after %,d ms", giveUp.toMillis()));
  }

  private String arrivals(Phases phases) {
    if (phases.isClosed()) {
      return "closed model on " + (traffic.newConnections() ? "new" : "kept") + " connections";
    }
    return "open model, " + (traffic.isEven() == null ? "Poisson" : "evenly spaced");
  }

  /** Says what is requested, unless that differs; each part says it for itself. */
  private String get() {
    List<String> paths =
        arms.stream()
            .filter(arm -> arm.value("part").isEmpty())
            .map(arm -> Objects.requireNonNullElse(arm.variation().path(), file.load().usualPath()))
            .distinct()
            .toList();
    return paths.size() == 1 && changes.path() == null ? ", GET " + paths.get(0) : "";
  }

  /** Says what rates are multiples of if it is what the back ends can do. */
  private String ofBackEnd() {
    return arms.stream()
        .flatMap(arm -> Stream.ofNullable(arm.variation().backEnd()))
        .findFirst()
        .map(
            backEnd ->
                format(
                    "; x is %,.0f a second, what the back end can do, where a call takes %,d ms",
                    backEnd.perSecond(), backEnd.service().toMillis()))
        .orElse("");
  }

  /** Says what the command line has changed. */
  private String added() {
    String arguments = changes.arguments().toString();
    boolean isSaid = changes.path() == null || traffic.isOfJMeter() || traffic.phases() != null;
    return (isSaid ? "" : ", GET " + changes.path())
        + (changes.fileSize() == null ? "" : format(" (%,d bytes)", changes.fileSize()))
        + (arguments.isEmpty() ? "" : "; with --stage-args " + arguments);
  }
}
