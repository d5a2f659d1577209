package tailgate.lab.hyperfoil;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.LatencyLog;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadSpec;

/** The main class of a generator's JVM. Reads {@link #SPEC} in a folder and writes the rest. */
public final class Generator {

  /** File names in the folder. */
  public static final String SPEC = "load.json";

  /** Appears when the first request is about to be due. */
  public static final String STARTED = "started";

  public static final String RESULT = "result.json";
  public static final String LATENCIES = "latency.hlog";

  /** How long the requests have waited that were not answered. */
  public static final String WAITED = "unanswered.hlog";

  /** The latencies by the second in which a request was due. */
  public static final String SECONDS = "seconds.hlog";

  private Generator() {}

  /**
   * Drives the load.
   *
   * @param args the folder, the server's host and its port
   */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    LoadSpec spec = JsonFiles.read(folder.resolve(SPEC), LoadSpec.class);
    HyperfoilLoad load = new HyperfoilLoad(spec, args[1], Integer.parseInt(args[2]));
    Recorder recorder = load.run(() -> create(folder.resolve(STARTED)));
    LoadResult result = recorder.result();
    long start = result.startEpochMillis();
    LatencyLog.write(folder.resolve(LATENCIES), start, recorder.histograms());
    LatencyLog.write(folder.resolve(WAITED), start, recorder.waited());
    LatencyLog.write(folder.resolve(SECONDS), start, recorder.secondHistograms());
    JsonFiles.write(folder.resolve(RESULT), result);
    System.exit(0); // Hyperfoil's event loops take their time
  }

  private static void create(Path file) {
    try {
      Files.createFile(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
