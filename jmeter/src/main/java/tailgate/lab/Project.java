package tailgate.lab;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tailgate.lab.evolution.Load;

/** Where a checkout keeps what the lab needs, and what to type when it is not there. */
record Project(Path root) {

  /** In the order of the evolution. */
  static final List<String> STAGES =
      List.of(
          "singlethreaded",
          "thread-per-request",
          "threadpool",
          "adaptive-pool",
          "virtual-threads",
          "event-loop");

  Path jarOf(String stage) {
    return root.resolve(stage).resolve("target").resolve(stage + ".jar");
  }

  Path site() {
    return root.resolve("www");
  }

  Path plan() {
    return root.resolve("jmeter/plans/evolution.jmx");
  }

  Path jmeterJar() {
    return root.resolve("jmeter/target/jmeter/bin/ApacheJMeter.jar");
  }

  Path comparisons() {
    return root.resolve("target/compare");
  }

  Path reports() {
    return root.resolve("target/report");
  }

  /** Says what JMeter would miss. */
  void checkJMeter() throws LabException {
    need(plan(), "is " + root + " a Tailgate checkout? see --project-root");
    need(jmeterJar(), "build it with: mvn -Pjmeter-home package");
  }

  /** Says what is missing before anything is started. */
  void check(List<String> stages) throws LabException {
    need(site().resolve(Load.RESOURCE.substring(1)), "the sample site is what the stages serve");
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
