package tailgate.lab.run;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.hyperfoil.Generator;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.machine.Heaps;
import tailgate.lab.machine.Isolation;
import tailgate.lab.machine.Placement;
import tailgate.lab.process.ChildRun;

/**
 * One run of the Hyperfoil generator, as a child process.
 *
 * <p>At a low rate the JVM's second compiler has enough to compile for longer than a measurement
 * takes, and while it does, a generator on one processor is late by milliseconds. Without it the
 * generator can drive fewer requests, so a load without a rate has both compilers. A generator of
 * low rates also runs before all else on its processors, where the system allows it: the lab, and
 * perhaps a back end, run there too. So does one that is kept, in a load that opens a connection
 * for each request as fast as the server answers: it needs most of its processor for that, and what
 * else runs there would make it late. A new one does not, because its compilers would come first,
 * too.
 *
 * @param java the java binary to run it with
 * @param classPath of the generator and Hyperfoil
 * @param allowance the time a run may take in addition to the load and a last answer
 * @param isolation on which processors it runs, and at which end of a line; as many threads as it
 *     has processors drive a load that does not set their number
 * @param isLowRate whether it drives low rates only
 */
public record HyperfoilRun(
    String java, String classPath, Duration allowance, Isolation isolation, boolean isLowRate)
    implements LoadSource {

  /** More threads would only divide the users among more connection pools. */
  static final int MOST_THREADS = 16;

  /** A run with the class path of the lab itself, which contains the generator too. */
  public HyperfoilRun(String java, Isolation isolation) {
    this(java, System.getProperty("java.class.path"), Duration.ofSeconds(60), isolation, false);
  }

  @Override
  public LoadSource atLowRate() {
    return new HyperfoilRun(java, classPath, allowance, isolation, true);
  }

  @Override
  public void drive(LoadSpec load, Ready server, RunContext context)
      throws IOException, LabException, InterruptedException {
    LoadSpec driven = load.threads() == LoadSpec.ALL_CORES ? load.by(threads()) : load;
    JsonFiles.write(context.folder().resolve(Generator.SPEC), driven);
    Duration limit = load.duration().plus(load.timeout()).plus(allowance);
    List<String> command = new ArrayList<>(command(load.users()));
    command.addAll(
        List.of(
            context.folder().toString(),
            server.host(),
            Integer.toString(server.port()),
            server.listener()));
    new ChildRun("the generator", limit)
        .run(context.children(), placed(command), context.log(KeptGenerator.LOG));
  }

  @Override
  public LoadGenerator<LoadSpec> keep(int mostUsers, RunContext context)
      throws IOException, LabException, InterruptedException {
    Placement changing = isLowRate ? Placement.SHARED : isolation.placement();
    return new KeptGenerator(placed(command(mostUsers)), changing, threads(), allowance, context);
  }

  private List<String> placed(List<String> command) {
    return isLowRate ? isolation.ofPunctualLoad(command) : isolation.ofLoad(command);
  }

  private int threads() {
    return Math.min(isolation.placement().loadCores(), MOST_THREADS);
  }

  private List<String> command(int users) {
    List<String> command = new ArrayList<>(List.of(java));
    List<String> compiler = isLowRate ? List.of(Placement.FIRST_COMPILER_ALONE) : List.of();
    command.addAll(options(users, Heaps.ofThisMachine(), compiler));
    command.addAll(List.of("-cp", classPath, Generator.class.getName()));
    return command;
  }

  /**
   * Returns the options of a generator's JVM.
   *
   * @param users of its largest load
   * @param heaps what its machine has room for
   * @param further options that come first
   */
  static List<String> options(int users, Heaps heaps, List<String> further) {
    // The users' state, and room to spare.
    long heap = heaps.ofGenerator(512 + users / 16);
    List<String> options = new ArrayList<>(further);
    options.addAll(
        List.of(
            // The whole heap from the start, because a heap would grow during a spike.
            format("-Xms%dm", heap),
            format("-Xmx%dm", heap),
            "-XX:+AlwaysPreTouch",
            // Against warnings of newer JVMs about Netty; older JVMs know only the second option.
            "-XX:+IgnoreUnrecognizedVMOptions",
            "--sun-misc-unsafe-memory-access=allow",
            "--enable-native-access=ALL-UNNAMED",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
            // Else a line for each client that gives up, thousands in a second of an overload.
            "-Dorg.slf4j.simpleLogger.log.io.hyperfoil.api.connection.Request=error",
            "-Dorg.slf4j.simpleLogger.showDateTime=true"));
    return options;
  }
}
