package tailgate.lab;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import tailgate.lab.burst.BurstAccount;
import tailgate.lab.hyperfoil.Generator;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Json;
import tailgate.lab.load.LatencyLog;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;

/**
 * The lab proves itself: a server that stands still for one of five seconds has delayed a fifth of
 * all requests, by anything up to a second. So of all of them a tenth have waited for half a second
 * or longer, and one in a hundred for 0.95 s.
 *
 * <p>A generator that waits for an answer before it sends the next request would have sent one in
 * that second, and say that all is well; this is coordinated omission (Gil Tene, "How NOT to
 * Measure Latency").
 */
record SelfCheck(StageRun stages, Path folder) {

  static final String STAGE = "threadpool";

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration POLL = Duration.ofMillis(20);

  /** A second into the part that counts. */
  private static final Duration BEFORE_THE_STOP = SECOND.multipliedBy(3);

  /** As many as can be waiting, and some more. */
  private static final int USERS = 1_500;

  private static final LoadSpec LOAD =
      new LoadSpec(
          BurstAccount.RESOURCE,
          true,
          USERS,
          false,
          List.of(
              Segment.of(Kind.WARM_UP, 1, 1_000, SECOND.multipliedBy(2)),
              Segment.of(Kind.STEADY, 1, 1_000, SECOND.multipliedBy(5))),
          20_000);

  /** Returns whether the lab saw what there was to see. */
  boolean run(Children children, PrintWriter console)
      throws IOException, LabException, InterruptedException {
    console.println("1,000 requests/s for 5 s; the server is stopped (SIGSTOP) for 1 s of them");
    console.flush();
    HyperfoilRun engine = new HyperfoilRun(stages.java());
    stages.measure(
        new StageRun.Server(STAGE, List.of()),
        BurstAccount.RESOURCE,
        server -> {
          Thread nuisance = Thread.ofPlatform().daemon().start(() -> standStill(server.pid()));
          try {
            engine.run(children, server.port(), LOAD, folder);
          } finally {
            nuisance.interrupt();
            nuisance.join();
          }
        },
        folder,
        children,
        console);
    LoadResult result = Json.read(folder.resolve(Generator.RESULT), LoadResult.class);
    Map<String, Histogram> latencies = LatencyLog.read(folder.resolve(Generator.LATENCIES));
    Figures figures = Figures.of(LatencyLog.sum(latencies, tag -> true), result.failed());
    boolean seen = sees(figures);
    console.print(report(figures, seen));
    console.printf("Raw results: %s%n", folder);
    console.flush();
    return seen;
  }

  private void standStill(long pid) {
    try {
      while (!Files.exists(folder.resolve(Generator.STARTED))) {
        Thread.sleep(POLL);
      }
      Thread.sleep(BEFORE_THE_STOP);
      signal("STOP", pid);
      try {
        Thread.sleep(SECOND);
      } finally {
        Thread.interrupted(); // or the signal would not be sent
        signal("CONT", pid);
      }
    } catch (InterruptedException e) {
      // The load is over, or the lab is.
    }
  }

  private static void signal(String name, long pid) throws InterruptedException {
    Tool.output("kill", "-" + name, Long.toString(pid));
  }

  static boolean sees(Figures figures) {
    return figures.failed() == 0 && near(figures.p90(), 500, 100) && near(figures.p99(), 950, 100);
  }

  private static boolean near(long micros, long millis, long tolerance) {
    return Math.abs(micros / 1_000 - millis) <= tolerance;
  }

  static String report(Figures figures, boolean seen) {
    return String.format(
        Locale.ROOT,
        """
        %,d answers, %,d failures
        p50 %.1f ms
        p90 %.1f ms, should be about 500
        p99 %.1f ms, should be about 950
        %s
        """,
        figures.count(),
        figures.failed(),
        figures.p50() / 1e3,
        figures.p90() / 1e3,
        figures.p99() / 1e3,
        seen
            ? "The lab sees what its server did: nothing is omitted."
            : "THE LAB DOES NOT SEE IT: its figures cannot be trusted here.");
  }
}
