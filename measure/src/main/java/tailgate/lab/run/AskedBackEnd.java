package tailgate.lab.run;

import java.io.IOException;
import tailgate.lab.LabException;
import tailgate.lab.load.LoadResult.SegmentResult;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.monitor.StatsWatch;

/**
 * A back end that has been asked directly, and is watched while a server asks it.
 *
 * <pre>
 *   start ──► asked directly ──► (a server runs and ends) ──► seen ──► close
 * </pre>
 *
 * <p>Confined to one thread.
 */
public final class AskedBackEnd implements AutoCloseable {

  private final BackEndProcess process;
  private final RunningServer running;
  private final double ceiling;
  private final StatsWatch watch;
  private final Closer closer;

  private AskedBackEnd(
      BackEndProcess process,
      RunningServer running,
      double ceiling,
      StatsWatch watch,
      Closer closer) {
    this.process = process;
    this.running = running;
    this.ceiling = ceiling;
    this.watch = watch;
    this.closer = closer;
  }

  /**
   * What was seen of a back end.
   *
   * @param ceiling what it did when it was asked directly, in calls per second
   * @param connections to it, at most
   * @param waiting calls that waited in it, at most; 0 if it has no queue
   * @param calls that it ended while a server asked it
   */
  public record Seen(double ceiling, double connections, double waiting, long calls) {}

  /**
   * Starts a back end, and asks it directly.
   *
   * @param alone the load that shows what it can do by itself
   * @param context its folder gets the log, and a folder for that load
   */
  public static AskedBackEnd start(
      BackEndProcess process, LoadRig rig, LoadSpec alone, RunContext context)
      throws IOException, LabException, InterruptedException {
    try (Closer closer = new Closer()) {
      RunningServer running = process.start(context);
      closer.add(running::close);
      RunContext direct = context.in("back-end");
      rig.generator().drive(alone.asking(process.path()), running.ready(), direct);
      SegmentResult counted =
          LoadOutcome.read(direct.folder()).load().segments().stream()
              .filter(part -> part.segment().kind().counts())
              .findFirst()
              .orElseThrow();
      double ceiling = counted.answeredInTime() * 1e3 / counted.segment().millis();
      StatsWatch watch = StatsWatch.over(process.stats());
      closer.add(watch::close);
      return new AskedBackEnd(process, running, ceiling, watch, closer.handOver());
    }
  }

  /** Returns the address by which handlers ask it. */
  public String url() {
    return process.url();
  }

  /** Returns what was seen of it since it was asked directly. */
  public Seen seen() throws IOException, LabException, InterruptedException {
    ServerTimeline timeline = watch.timeline();
    Thread.sleep(process.statsDelay());
    running.checkAlive();
    return new Seen(
        ceiling,
        timeline.peak(ServerTimeline.CONNECTIONS),
        timeline.peak(ServerTimeline.QUEUED),
        watch.requests());
  }

  @Override
  public void close() {
    closer.close();
  }
}
