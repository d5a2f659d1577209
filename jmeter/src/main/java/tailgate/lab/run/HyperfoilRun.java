package tailgate.lab.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.hyperfoil.Generator;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.machine.Ports;
import tailgate.lab.process.ChildLog;
import tailgate.lab.process.ChildRun;
import tailgate.lab.process.Children;

/**
 * One run of the Hyperfoil generator, as a child process.
 *
 * @param java the java binary to run it with
 * @param classPath where the generator and Hyperfoil are
 * @param allowance what a run may take on top of the load and a last answer
 */
public record HyperfoilRun(String java, String classPath, Duration allowance)
    implements LoadEngine<LoadSpec> {

  /** From the class path of the lab itself, which carries the generator too. */
  public HyperfoilRun(String java) {
    this(java, System.getProperty("java.class.path"), Duration.ofSeconds(60));
  }

  @Override
  public void run(Children children, int port, LoadSpec load, Path folder)
      throws IOException, LabException, InterruptedException {
    JsonFiles.write(folder.resolve(Generator.SPEC), load);
    Duration limit = load.duration().plus(load.timeout()).plus(allowance);
    ChildLog log = new ChildLog(folder.resolve("generator.log"));
    new ChildRun("the generator", limit).run(children, command(load, port, folder), log);
  }

  private List<String> command(LoadSpec load, int port, Path folder) {
    // What users take, and room to spare.
    int heap = 512 + load.users() / 16;
    return List.of(
        java,
        // All of it from the start: a heap that grows does so in the midst of a spike.
        "-Xms%dm".formatted(heap),
        "-Xmx%dm".formatted(heap),
        "-XX:+AlwaysPreTouch",
        // What newer JVMs have to say about Netty; older ones know only the second.
        "-XX:+IgnoreUnrecognizedVMOptions",
        "--sun-misc-unsafe-memory-access=allow",
        "--enable-native-access=ALL-UNNAMED",
        "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
        "-Dorg.slf4j.simpleLogger.showDateTime=true",
        "-cp",
        classPath,
        Generator.class.getName(),
        folder.toString(),
        Ports.HOST,
        Integer.toString(port));
  }
}
