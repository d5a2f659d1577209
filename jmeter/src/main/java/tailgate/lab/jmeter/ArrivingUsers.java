package tailgate.lab.jmeter;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.load.Measurement;
import tailgate.lab.run.LoadGenerator;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.ServerSpec;
import tailgate.lab.run.StageRun;

/**
 * Measures servers, each of them under users of JMeter who arrive one after the other.
 *
 * @param injectors where the users live
 */
public record ArrivingUsers(
    StageRun stages, LoadGenerator<RampUpLoad> generator, Injectors injectors) {

  /** JMeter's own start, the warm-up, and connecting. */
  private static final Duration ALLOWANCE = Duration.ofSeconds(90);

  /**
   * What came of a load.
   *
   * @param isWhole false if the lab was stopped during the load; then the figures are of the part
   *     before that
   * @param peakUsers the most users that were alive at once
   */
  public record Outcome(boolean isWhole, int peakUsers, Measurement measured) {}

  /**
   * Returns one with the JMeter of the project.
   *
   * @param giveUp after which a request has failed
   */
  public static ArrivingUsers with(StageRun stages, Duration giveUp, Injectors injectors) {
    JMeterRun generator =
        new JMeterRun(
            stages.java(),
            stages.project().jmeterJar(),
            stages.project().plan(),
            giveUp,
            ALLOWANCE,
            injectors);
    return new ArrivingUsers(stages, generator, injectors);
  }

  /**
   * Starts a server, has the users arrive, and stops it. If the lab is stopped meanwhile, the
   * samples until then count.
   *
   * @param name of the run, for people
   */
  public Outcome measure(String name, ServerSpec server, RampUpLoad load, RunContext context)
      throws IOException, LabException, InterruptedException {
    Path raw = context.folder();
    boolean isWhole = true;
    try {
      stages.measure(reachable(server), load.path(), generator, load, context);
    } catch (IOException | LabException e) {
      if (!context.isOver()) {
        throw e;
      }
      isWhole = false;
    }
    Samples samples = Jtl.read(raw.resolve(JMeterRun.RESULTS), JMeterRun.LABEL);
    Measurement measured =
        samples.measurement(
            isWhole ? name : name + " (cut short)",
            server.stage(),
            // Injectors neither start nor count at the same moment.
            injectors.isEmpty() ? samples.health(load) : null,
            StageRun.seen(raw));
    return new Outcome(isWhole, samples.peakUsers(), measured);
  }

  private ServerSpec reachable(ServerSpec server) throws IOException, LabException {
    List<String> arguments = new ArrayList<>(server.arguments());
    arguments.addAll(injectors.serverArguments());
    return new ServerSpec(server.stage(), arguments, server.root(), server.jvm());
  }
}
