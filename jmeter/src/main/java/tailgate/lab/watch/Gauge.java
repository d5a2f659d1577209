package tailgate.lab.watch;

import java.io.IOException;
import java.util.Map;

/**
 * Reads some quantities of a running server. {@link ProcGauge} and {@link MachineGauge} ask the
 * kernel, {@link StatsGauge} asks the server.
 */
@FunctionalInterface
interface Gauge {

  /**
   * What it is now, by name. The same names every time.
   *
   * @throws IOException if the server does not tell, because it is gone, most likely
   */
  Map<String, Double> read() throws IOException;
}
