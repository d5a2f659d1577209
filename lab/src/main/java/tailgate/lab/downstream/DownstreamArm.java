package tailgate.lab.downstream;

import static tailgate.lab.load.Text.format;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A server, and how its handler asks the back end.
 *
 * @param name on the command line and in reports; begins with the back end
 * @param stage the name of its jar
 * @param handler the simple name of the handler's class
 * @param bound {@code downstream.bound} of the handler
 * @param kind what bounds its calls, for verdicts
 * @param stageArguments beside the handler
 * @param isQuick whether it is in the short form
 */
public record DownstreamArm(
    String name,
    BackEnd backEnd,
    String stage,
    String handler,
    String bound,
    Bounding kind,
    List<String> stageArguments,
    boolean isQuick) {

  /** What a claim is about. */
  public enum Bounding {
    /** As many calls as the back end has slots, and waiting costs nothing. */
    BOUNDED,
    /** Nothing bounds the calls, or something does that is much larger. */
    UNBOUNDED,
    /** It is bounded in a way that has a price of its own. */
    OTHER
  }

  /** The experiment's own: the time that the queue of a pool may add, in seconds. */
  private static final double QUEUE_SECONDS = 0.25;

  private static final int MANY_WORKERS = 256;

  private static final String PACKAGE = "tailgate.downstream.";

  public DownstreamArm {
    stageArguments = List.copyOf(stageArguments);
  }

  /**
   * All arms.
   *
   * @param slots of the back end
   * @param perSecond what it can do
   */
  public static List<DownstreamArm> all(int slots, double perSecond) {
    return Stream.concat(http(slots, perSecond).stream(), postgres(slots, perSecond).stream())
        .toList();
  }

  private static List<DownstreamArm> http(int slots, double perSecond) {
    List<String> short_ = queue(perSecond);
    List<DownstreamArm> arms = new ArrayList<>();
    arms.add(virtual(BackEnd.HTTP, "unbounded", "JavaNetHttp", "none", Bounding.UNBOUNDED, true));
    arms.add(virtual(BackEnd.HTTP, "semaphore", "JavaNetHttp", "park", Bounding.BOUNDED, true));
    arms.add(virtual(BackEnd.HTTP, "spin", "JavaNetHttp", "spin", Bounding.OTHER, false));
    arms.add(
        virtual(BackEnd.HTTP, "blocking-client", "UrlConnection", "park", Bounding.BOUNDED, false));
    arms.add(pool(BackEnd.HTTP, "UrlConnection", slots, short_, Bounding.BOUNDED, false));
    arms.add(
        pool(BackEnd.HTTP, "UrlConnection", MANY_WORKERS, List.of(), Bounding.UNBOUNDED, false));
    arms.add(
        new DownstreamArm(
            "http-adaptive-pool",
            BackEnd.HTTP,
            "adaptive-pool",
            "UrlConnection",
            "none",
            Bounding.OTHER,
            short_,
            false));
    arms.add(
        new DownstreamArm(
            "http-event-loop",
            BackEnd.HTTP,
            "event-loop",
            "UrlConnection",
            "none",
            Bounding.OTHER,
            List.of(),
            false));
    return arms;
  }

  private static List<DownstreamArm> postgres(int slots, double perSecond) {
    return List.of(
        virtual(BackEnd.POSTGRES, "no-pool", "Query", "none", Bounding.UNBOUNDED, false),
        virtual(BackEnd.POSTGRES, "hikari", "Query", "hikari", Bounding.BOUNDED, true),
        virtual(BackEnd.POSTGRES, "semaphore", "Query", "park", Bounding.BOUNDED, false),
        virtual(BackEnd.POSTGRES, "spin", "Query", "spin", Bounding.OTHER, false),
        new DownstreamArm(
            format("postgres-pool-%d-hikari", slots),
            BackEnd.POSTGRES,
            "threadpool",
            "Query",
            "hikari",
            Bounding.BOUNDED,
            workers(slots, queue(perSecond)),
            false));
  }

  private static DownstreamArm virtual(
      BackEnd backEnd, String how, String handler, String bound, Bounding kind, boolean isQuick) {
    return new DownstreamArm(
        "%s-virtual-%s".formatted(backEnd, how),
        backEnd,
        "virtual-threads",
        handler,
        bound,
        kind,
        List.of(),
        isQuick);
  }

  private static DownstreamArm pool(
      BackEnd backEnd,
      String handler,
      int workers,
      List<String> more,
      Bounding kind,
      boolean isQuick) {
    return new DownstreamArm(
        format("%s-pool-%d", backEnd, workers),
        backEnd,
        "threadpool",
        handler,
        "none",
        kind,
        workers(workers, more),
        isQuick);
  }

  private static List<String> workers(int workers, List<String> more) {
    List<String> arguments = new ArrayList<>(List.of("--workers", Integer.toString(workers)));
    arguments.addAll(more);
    return arguments;
  }

  /**
   * All arguments of the server.
   *
   * @param jar with the handlers
   */
  List<String> arguments(Path jar) {
    List<String> all =
        new ArrayList<>(List.of("--handler-jar", jar.toString(), "--handler", PACKAGE + handler));
    all.addAll(stageArguments);
    return all;
  }

  /** As long a queue as clients wait for; other requests are refused. */
  private static List<String> queue(double perSecond) {
    long length = Math.max(1, Math.round(perSecond * QUEUE_SECONDS));
    return List.of("--queue", Long.toString(length), "--overload", "reject");
  }
}
