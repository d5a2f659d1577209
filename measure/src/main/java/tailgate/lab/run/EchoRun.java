package tailgate.lab.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import tailgate.lab.LabException;
import tailgate.lab.machine.IdleGate;
import tailgate.lab.process.Children;

/**
 * Runs a measurement of the echo instead of a stage.
 *
 * @param stages how a stage would be run
 * @param spin the processor time that the echo uses for each request
 */
public record EchoRun(StageRun stages, Duration spin) {

  /** Starts the echo, drives the load, stops the echo; what was seen of it is in {@code raw}. */
  public <L> void measure(LoadEngine<L> engine, L load, Path raw, Children children)
      throws IOException, LabException, InterruptedException {
    IdleGate.Quiet quiet = stages.isolation().gate().pass();
    new EchoProcess(stages.java(), stages.isolation(), 0, spin)
        .during(raw, children, stages.monitored(quiet, engine, load, raw, children));
  }
}
