package tailgate.lab.hyperfoil;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.LatencyLog;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadSpec;

/** The main class of a generator's JVM. Reads {@link #SPEC} in a folder and writes the rest. */
public final class Generator {

  /** Name of the file in the folder that has the load. */
  public static final String SPEC = "load.json";

  /** This file appears when the first request is about to be due. */
  public static final String STARTED = "started";

  public static final String RESULT = "result.json";
  public static final String LATENCIES = "latency.hlog";

  /** This file says how long the requests have waited that were not answered. */
  public static final String WAITED = "unanswered.hlog";

  /** This file has the latencies by the second in which a request was due. */
  public static final String SECONDS = "seconds.hlog";

  /** This file has the latencies by window, to be added to those of other generators. */
  public static final String WINDOWS = "windows.hlog";

  /** This file appears when all others are written. */
  public static final String DONE = "done";

  /** Stands for a process that is not known, or not on this machine. */
  public static final long ELSEWHERE = 0;

  /** Stands for the time at which a load begins if no other generator shares the load. */
  private static final long ALONE = 0;

  private Generator() {}

  /**
   * Drives one load, or several loads one after the other.
   *
   * @param args the folder, the server's host and its port; a fourth one is the number of its
   *     process on this machine, or {@link #ELSEWHERE}. A fifth one says that others drive the rest
   *     of the load, and when it begins, in milliseconds since 1970 by the clock of this machine.
   *     Without any, each line of standard input has these, separated by tabs, until its end. A
   *     line with a path alone asks for a file there, which appears when all before is done, the
   *     warm-up of the generator included
   */
  public static void main(String[] args) {
    try {
      driveAll(args);
    } catch (IOException | RuntimeException | Error e) {
      e.printStackTrace();
      System.exit(1); // Hyperfoil's threads would go on
    }
    System.exit(0); // Hyperfoil's event loops take their time
  }

  private static void driveAll(String[] args) throws IOException {
    if (args.length > 0) {
      drive(args, true);
    } else {
      GeneratorWarmUp.run();
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] load = line.split("\t", -1);
        if (load.length == 1) {
          create(Path.of(load[0]));
        } else {
          drive(load, false);
        }
      }
    }
  }

  private static void drive(String[] args, boolean isNew) throws IOException {
    Path folder = Path.of(args[0]);
    long pid = args.length > 3 ? Long.parseLong(args[3]) : ELSEWHERE;
    long begins = args.length > 4 ? Long.parseLong(args[4]) : ALONE;
    LoadSpec spec = JsonFiles.read(folder.resolve(SPEC), LoadSpec.class);
    if (isNew && spec.segments().stream().anyMatch(segment -> segment.kind().counts())) {
      GeneratorWarmUp.run();
    }
    ServerStops stops = pid == ELSEWHERE ? ServerStops.UNKNOWN : ServerStops.of(pid);
    ScheduledLoad load = new ScheduledLoad(spec, args[1], Integer.parseInt(args[2]), stops);
    ResultRecorder recorder = load.run(() -> create(folder.resolve(STARTED)), begins);
    LoadResult result = recorder.result();
    long start = result.startEpochMillis();
    LatencyLog.write(folder.resolve(LATENCIES), start, recorder.histograms());
    LatencyLog.write(folder.resolve(WAITED), start, recorder.waited());
    LatencyLog.write(folder.resolve(SECONDS), start, recorder.secondHistograms());
    if (begins != ALONE) {
      LatencyLog.write(folder.resolve(WINDOWS), start, recorder.windowHistograms());
    }
    JsonFiles.write(folder.resolve(RESULT), result);
    create(folder.resolve(DONE));
  }

  private static void create(Path file) {
    try {
      Files.createFile(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
