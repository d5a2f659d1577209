package tailgate.lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tailgate.lab.LabException;
import tailgate.lab.machine.Placement;
import tailgate.lab.process.ChildRun;

/**
 * Makes an AOT cache, which contains the classes that a server needs and profiles of its methods
 * (JEP 514 and 515, Java 25). A server answers the requests of a {@value #CLIENTS}, as it does for
 * {@code ./tailgate serve}, and writes the cache when it ends.
 */
public record AotCache(StageRun stages) {

  /** The time for writing the cache: when the JVM ends, it starts another one for that. */
  private static final Duration WRITING = Duration.ofSeconds(90);

  private static final ChildRun REHEARSAL = new ChildRun("the rehearsal", Duration.ofSeconds(60));

  /** The program in each stage's jar that sends the requests. */
  static final String CLIENTS = "tailgate.cli.Rehearsal";

  /** The path that all stages answer. */
  private static final String PATH = "/";

  /** Returns the options with which a server uses a cache; without the cache it does not start. */
  public static List<String> use(Path cache) {
    return List.of("-XX:AOTCache=" + cache.toAbsolutePath().normalize(), "-XX:AOTMode=on");
  }

  /**
   * Makes a cache.
   *
   * @param jvm the options of the servers that will use it
   * @param cache to be written
   * @param rehearses whether the server answers requests before; else it only starts
   * @throws LabException if there is no cache afterwards, for example because Java is older than 25
   */
  public void make(
      String stage, List<String> jvm, Path cache, boolean rehearses, RunContext context)
      throws IOException, LabException, InterruptedException {
    List<String> options = new ArrayList<>(jvm);
    options.add("-XX:AOTCacheOutput=" + cache.toAbsolutePath().normalize());
    ServerSpec server = new ServerSpec(stage, List.of(), Optional.empty(), options);
    stages.awaitQuiet();
    try (RunningServer running = stages.start(server, PATH, context)) {
      if (rehearses) {
        rehearse(stage, running.ready().port(), context);
      }
      end(running.ready().pid());
      if (!Files.isRegularFile(cache)) {
        running.checkAlive(); // the last lines of its log may say why
        throw new LabException("the JVM has written no cache; it needs Java 25");
      }
    }
  }

  private void rehearse(String stage, int port, RunContext context)
      throws IOException, LabException, InterruptedException {
    List<String> clients =
        List.of(
            stages.java(),
            Placement.FIRST_COMPILER_ALONE,
            "-cp",
            stages.project().jarOf(stage).toString(),
            CLIENTS,
            Integer.toString(port));
    REHEARSAL.run(
        context.children(),
        stages.isolation().placement().ofLoad(clients),
        context.log("rehearsal.log"));
  }

  private static void end(long pid) throws InterruptedException {
    ProcessHandle process = ProcessHandle.of(pid).orElse(null);
    if (process != null && process.destroy()) {
      try {
        process.onExit().get(WRITING.toSeconds(), TimeUnit.SECONDS);
      } catch (ExecutionException | TimeoutException e) {
        // It was killed and has written nothing.
      }
    }
  }
}
