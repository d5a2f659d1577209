package tailgate.lab.jmeter;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tailgate.lab.LabException;
import tailgate.lab.process.ChildLog;
import tailgate.lab.process.Children;

/**
 * Runs JMeter's remote engine as a child process. It executes one run after the other, from anyone
 * who has the key, until it is stopped.
 *
 * @param java the java binary that runs it
 * @param jar JMeter's launcher, in the {@code bin} of a JMeter home
 */
public record InjectorEngine(String java, Path jar, InjectorAddress address, InjectorKey key) {

  private static final String JMETER_LOG = "jmeter.log";

  /** JMeter logs this once the engine is reachable at its port. */
  private static final String READY = "Bound to RMI registry";

  private static final Duration POLL = Duration.ofMillis(100);

  /**
   * Runs the engine until the children are closed.
   *
   * @param folder the folder that gets the logs
   * @param ready is called once the engine accepts runs
   * @throws LabException if the engine ends by itself
   */
  public void run(Children children, Path folder, Runnable ready)
      throws IOException, LabException, InterruptedException {
    ChildLog log = new ChildLog(folder.resolve("injector.out"));
    Files.deleteIfExists(folder.resolve(JMETER_LOG)); // an old log would say that it is ready
    // Lab and injectors exchange the name of the key store, which is relative to this folder.
    Process process = children.start(log.process(command(folder)).directory(key.folder().toFile()));
    try {
      boolean isReady = false;
      while (!isReady && !process.waitFor(POLL.toNanos(), TimeUnit.NANOSECONDS)) {
        isReady = saysReady(folder);
      }
      if (isReady) {
        ready.run();
      }
      process.waitFor();
    } finally {
      children.stop(process);
    }
    if (!children.isClosed()) {
      throw new LabException(
          format("the injector ended with exit code %d%s", process.exitValue(), log.tail()));
    }
  }

  private static boolean saysReady(Path folder) throws IOException {
    Path file = folder.resolve(JMETER_LOG);
    return Files.exists(file) && Files.readString(file).contains(READY);
  }

  List<String> command(Path folder) {
    List<String> command = new ArrayList<>();
    command.add(java);
    command.addAll(JMeterRun.memory());
    command.addAll(List.of("-jar", jar.toString()));
    command.addAll(List.of("-s", "-j", folder.resolve(JMETER_LOG).toString()));
    command.addAll(key.options());
    command.add("-Djava.rmi.server.hostname=" + address.host()); // also what its sockets bind to
    command.add("-Jserver_port=" + address.port());
    command.add("-Jserver.rmi.localport=" + address.enginePort());
    // Jtl relies on it. JMeter reads it at its start, so the lab cannot send it.
    command.add("-Jsampleresult.timestamp.start=true");
    // The engine must stay for the next run.
    command.add("-Jjmeterengine.force.system.exit=false");
    return command;
  }
}
