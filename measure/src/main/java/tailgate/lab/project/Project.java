package tailgate.lab.project;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tailgate.lab.LabException;

/**
 * Knows where the files are that the lab needs, and how to build missing ones: those of a checkout,
 * or of an archive that {@code ./tailgate dist} has made, which has its jars in {@code lib}.
 */
public record Project(Path root) {

  /** The stages by the names of their jars, in the order of the evolution. */
  public static final List<String> STAGES =
      List.of(
          "singlethreaded",
          "thread-per-request",
          "threadpool",
          "adaptive-pool",
          "virtual-threads",
          "event-loop");

  /** A path of the sample site, which exists once {@link #check} has passed. */
  public static final String DATA = "/data.json";

  /** Returns the place of a server in the evolution; servers from elsewhere come last. */
  public static int placeOf(String server) {
    int place = STAGES.indexOf(server);
    return place < 0 ? STAGES.size() : place;
  }

  public Path jarOf(String stage) {
    Path packed = root.resolve("lib").resolve(stage + ".jar");
    Path built = root.resolve(stage).resolve("target").resolve(stage + ".jar");
    return isArchive() ? packed : built;
  }

  /** Returns the commit that an archive was made from; empty for a checkout. */
  public Optional<String> commit() {
    if (!isArchive()) {
      return Optional.empty();
    }
    try (Stream<String> lines = Files.lines(versionFile())) {
      return lines.skip(1).findFirst();
    } catch (IOException | UncheckedIOException e) {
      return Optional.empty();
    }
  }

  private boolean isArchive() {
    return Files.exists(versionFile());
  }

  private Path versionFile() {
    return root.resolve("VERSION");
  }

  public Path site() {
    return root.resolve("www");
  }

  /** Returns the jar of the handlers that ask a back end; the libraries are beside it. */
  public Path downstreamJar() {
    return downstream().resolve("downstream.jar");
  }

  /** Returns the folder with the jars of the real servers, and with the list of these. */
  public Path candidates() {
    return root.resolve("candidates/target");
  }

  /** Returns the jar of PostgreSQL's binaries; empty if it was not fetched. */
  public Optional<Path> postgres() {
    try (Stream<Path> files = Files.list(downstream().resolve("postgres"))) {
      return files.filter(file -> file.toString().endsWith(".jar")).sorted().findFirst();
    } catch (IOException e) {
      return Optional.empty(); // there is no such folder
    }
  }

  private Path downstream() {
    return root.resolve(isArchive() ? "lib/downstream" : "downstream/target");
  }

  /**
   * Returns the files of all experiments by their names.
   *
   * @throws LabException if the folder cannot be read
   */
  public List<Path> experiments() throws LabException {
    try (Stream<Path> files = Files.list(experiment("").getParent())) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    } catch (IOException e) {
      throw new LabException("is " + root + " a Tailgate checkout? " + e, e);
    }
  }

  /** Returns the file of an experiment, whether it exists or not. */
  public Path experiment(String name) {
    return root.resolve("lab/experiments").resolve(name + ".yaml");
  }

  /** Refuses a checkout without the handlers that ask a back end. */
  public void checkDownstream() throws LabException {
    need(downstreamJar(), "build it with: mvn package");
  }

  public Path plan() {
    return root.resolve("jmeter/plans/evolution.jmx");
  }

  /** Returns the plan of evenly spaced arrivals. */
  public Path steadyPlan() {
    return root.resolve("jmeter/plans/steady.jmx");
  }

  public Path jmeterJar() {
    return root.resolve("jmeter/target/jmeter/bin/ApacheJMeter.jar");
  }

  /** Returns the folder of the injectors' key and of their logs. */
  public Path injector() {
    return root.resolve("target/injector");
  }

  public Path injectorKey() {
    return injector().resolve("rmi.p12");
  }

  public Path comparisons() {
    return root.resolve("target/compare");
  }

  /** Returns the folder of the caches of JVMs that the lab has made. */
  public Path aotCaches() {
    return root.resolve("target/aot");
  }

  public Path reports() {
    return root.resolve("target/report");
  }

  public Path benchmarks() {
    return root.resolve("benchmarks/target/benchmarks.jar");
  }

  public Path benchmarkRuns() {
    return root.resolve("target/bench");
  }

  /** Refuses a checkout without the benchmarks. */
  public void checkBenchmarks() throws LabException {
    need(benchmarks(), "build it with: mvn package");
  }

  /** Refuses a checkout without JMeter. */
  public void checkJMeter() throws LabException {
    need(plan(), "is " + root + " a Tailgate checkout? see --project-root");
    need(jmeterJar(), "build it with: mvn -Pjmeter-home package");
  }

  /** Refuses a checkout without the sample site or one of the stages. */
  public void check(List<String> stages) throws LabException {
    need(site().resolve(DATA.substring(1)), "the sample site is what the stages serve");
    for (String stage : stages) {
      need(jarOf(stage), "build it with: mvn package");
    }
  }

  private static void need(Path file, String advice) throws LabException {
    if (!Files.isRegularFile(file)) {
      throw new LabException("no " + file + "; " + advice);
    }
  }
}
