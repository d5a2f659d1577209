package tailgate.lab.jmeter;

import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Objects;

/** Results as JMeter 5.6.3 writes them: a warm-up, then eight requests of which two failed. */
final class Canned {

  private Canned() {}

  static Samples samples() throws Exception {
    return Jtl.read(file(), JMeterRun.LABEL);
  }

  private static Path file() throws URISyntaxException {
    URL resource = Objects.requireNonNull(Canned.class.getResource("samples.jtl"));
    return Path.of(resource.toURI());
  }
}
