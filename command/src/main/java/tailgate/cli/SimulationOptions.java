package tailgate.cli;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tailgate.http.Handler;
import tailgate.simulation.Delay;
import tailgate.simulation.SimulatedCpu;
import tailgate.simulation.SimulatedIo;

/** Options for simulated work before the handler, to see a model under a real load. */
public final class SimulationOptions {

  @Option(
      names = "--simulate-io",
      paramLabel = "TIME",
      description =
          "Sleep before each response: 100ms, exp:20ms (exponentially distributed, with this mean)"
              + " or uniform:5ms..50ms; 1%%:500ms before one response in a hundred. May be repeated"
              + " for several sleeps in a row. (off)")
  List<Delay> io = new ArrayList<>();

  @Option(
      names = "--simulate-cpu",
      paramLabel = "TIME",
      description = "Keep a core busy before each response, with times as for --simulate-io. (off)")
  @Nullable Delay cpu;

  /** Returns a handler that does the simulated work, and then calls another one. */
  public Handler before(Handler files) {
    Handler handler = cpu == null ? files : new SimulatedCpu(cpu, files);
    return io.isEmpty() ? handler : new SimulatedIo(io, handler);
  }

  boolean any() {
    return cpu != null || !io.isEmpty();
  }

  String describe() {
    List<String> parts = new ArrayList<>();
    io.forEach(delay -> parts.add("io " + ValueFormat.of(delay)));
    if (cpu != null) {
      parts.add("cpu " + ValueFormat.of(cpu));
    }
    return String.join(", ", parts);
  }
}
