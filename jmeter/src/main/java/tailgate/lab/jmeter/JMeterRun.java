package tailgate.lab.jmeter;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.machine.Heaps;
import tailgate.lab.process.ChildLog;
import tailgate.lab.process.ChildRun;
import tailgate.lab.run.LoadGenerator;
import tailgate.lab.run.Ready;
import tailgate.lab.run.RunContext;

/**
 * Runs JMeter once without its GUI, as a child process, against one server.
 *
 * @param java the java binary that runs it
 * @param jar JMeter's launcher, in the {@code bin} of a JMeter home
 * @param plan a test plan whose parameters are JMeter properties
 * @param responseTimeout the time after which a request has failed
 * @param allowance the time a run may take in addition to the ramp-up and a last response
 * @param injectors where the users live
 */
public record JMeterRun(
    String java,
    Path jar,
    Path plan,
    Duration responseTimeout,
    Duration allowance,
    Injectors injectors)
    implements LoadGenerator<RampUpLoad> {

  /** Samples that count have this label; the plan's warm-up has another. */
  public static final String LABEL = "request";

  /** This file in the folder of a run gets the samples. */
  public static final String RESULTS = "samples.jtl";

  /** This file in the folder of a run gets what JMeter prints. */
  static final String LOG = "jmeter.out";

  /** The heap of JMeter has at most so many MiB. */
  private static final int MOST_HEAP = 2_048;

  @Override
  public void drive(RampUpLoad load, Ready server, RunContext context)
      throws IOException, LabException, InterruptedException {
    Path folder = context.folder();
    ChildLog log = context.log(LOG);
    Duration limit = load.rampUp().plus(responseTimeout).plus(allowance);
    ProcessBuilder jmeter = log.process(command(server.port(), load, folder));
    if (!injectors.isEmpty()) {
      jmeter.directory(injectors.key().folder().toFile());
    }
    new ChildRun("JMeter", limit).run(context.children(), jmeter, log);
  }

  List<String> command(int port, RampUpLoad load, Path folder) throws IOException, LabException {
    List<String> command = ofPlan(java, jar, plan, folder);
    String set = injectors.propertyOption();
    command.add(set + "host=" + injectors.serverHost());
    command.add(set + "port=" + port);
    command.add(set + "path=" + load.path());
    if (load.cold()) {
      command.add(set + "warmUpUsers=0");
    }
    command.add(set + "users=" + injectors.share(load.users()));
    command.add(set + "rampUp=" + load.rampUp().toSeconds());
    command.add(set + "responseTimeout=" + responseTimeout.toMillis());
    command.addAll(injectors.options());
    return command;
  }

  /** Returns the options of JMeter's JVM: every user is a platform thread. */
  static List<String> memory() {
    return List.of("-Xss256k", format("-Xmx%dm", Heaps.ofThisMachine().ofGenerator(MOST_HEAP)));
  }

  /** Returns the part of a command that does not depend on the load. The list can grow. */
  static List<String> ofPlan(String java, Path jar, Path plan, Path folder) {
    List<String> command = new ArrayList<>();
    command.add(java);
    command.addAll(memory());
    command.addAll(List.of("-jar", jar.toString()));
    command.addAll(List.of("-n", "-t", plan.toString()));
    command.addAll(List.of("-l", folder.resolve(RESULTS).toString()));
    command.addAll(List.of("-j", folder.resolve("jmeter.log").toString()));
    // Jtl relies on these, whatever the properties of the JMeter home are.
    command.add("-Jjmeter.save.saveservice.output_format=csv");
    command.add("-Jjmeter.save.saveservice.print_field_names=true");
    command.add("-Jjmeter.save.saveservice.default_delimiter=,");
    command.add("-Jjmeter.save.saveservice.timestamp_format=ms");
    command.add("-Jsampleresult.timestamp.start=true");
    // Without the port for remote shutdown, which a second JMeter would find taken.
    command.add("-Jjmeterengine.nongui.port=0");
    return command;
  }
}
