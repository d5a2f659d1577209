package tailgate.lab.jmeter;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.load.Arrivals;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Segment;
import tailgate.lab.machine.Isolation;
import tailgate.lab.machine.Placement;
import tailgate.lab.process.ChildRun;
import tailgate.lab.run.LoadGenerator;
import tailgate.lab.run.Ready;
import tailgate.lab.run.RunContext;

/**
 * Runs JMeter under a load that is described as for the finer engine, so that both can send the
 * same: evenly spaced arrivals at one rate, each on a new connection, whether or not those before
 * were answered. It is what JMeter's Open Model Thread Group does with {@code even_arrivals}, to
 * the millisecond.
 *
 * <p>JMeter has a warm-up of its own in place of that of the load, in which its rate rises from
 * none to the one that counts. Its samples are labelled {@link Jtl#WARM_UP}, the others {@link
 * JMeterRun#LABEL}.
 *
 * @param java the java binary that runs it
 * @param jar JMeter's launcher, in the {@code bin} of a JMeter home
 * @param plan the test plan {@code steady}
 * @param allowance the time a run may take in addition to the load and its last answers
 * @param isolation the processors on which it runs
 */
public record SteadyRun(String java, Path jar, Path plan, Duration allowance, Isolation isolation)
    implements LoadGenerator<LoadSpec> {

  private static final Duration WARM_UP = Duration.ofSeconds(10);

  /**
   * Drives the load.
   *
   * @throws IllegalArgumentException if JMeter's plan cannot drive the load; see {@link #counted}
   */
  @Override
  public void drive(LoadSpec load, Ready server, RunContext context)
      throws IOException, LabException, InterruptedException {
    // At the end the plan waits for both of its time-outs.
    Duration waits = load.timeout().multipliedBy(2);
    Duration limit = WARM_UP.plus(load.duration()).plus(waits).plus(allowance);
    List<String> command = isolation.ofLoad(command(server, load, context.folder()));
    new ChildRun("JMeter", limit).run(context.children(), command, context.log(JMeterRun.LOG));
  }

  List<String> command(Ready server, LoadSpec load, Path folder) {
    Segment counted = counted(load);
    List<String> command = JMeterRun.ofPlan(java, jar, plan, folder);
    command.add(1, Placement.FIRST_COMPILER_ALONE);
    command.add("-Jhost=" + server.host());
    command.add("-Jport=" + server.port());
    command.add("-Jpath=" + load.path());
    command.add("-Jrate=" + (long) counted.perSecond());
    command.add("-Jtime=" + Duration.ofMillis(counted.millis()).toSeconds());
    command.add("-JwarmUpTime=" + WARM_UP.toSeconds());
    command.add("-JconnectTimeout=" + load.timeoutMillis());
    command.add("-JresponseTimeout=" + load.timeoutMillis());
    // Else JMeter would keep the threads of its users, and stay, for a minute.
    command.add("-Jjmeterengine.force.system.exit=true");
    return command;
  }

  /**
   * Returns the segment of a load whose requests count.
   *
   * @throws IllegalArgumentException if it is not the last and the only one, if the load is not an
   *     open one of evenly spaced arrivals on new connections, or if the rate or the time is not a
   *     whole number a second or of seconds, as the plan's properties are
   */
  public static Segment counted(LoadSpec load) {
    List<Segment> segments = load.segments();
    Segment last = segments.get(segments.size() - 1);
    boolean single = segments.stream().filter(segment -> segment.kind().counts()).count() == 1;
    boolean even = load.model() == Model.OPEN && load.arrivals().equals(Arrivals.UNIFORM);
    boolean whole = last.perSecond() == Math.rint(last.perSecond()) && last.millis() % 1_000 == 0;
    if (!single || !last.kind().counts() || !even || load.keepAlive() || !whole) {
      throw new IllegalArgumentException("JMeter's plan cannot do this load: " + load);
    }
    return last;
  }
}
