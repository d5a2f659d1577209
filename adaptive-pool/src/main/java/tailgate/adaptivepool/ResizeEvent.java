package tailgate.adaptivepool;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import tailgate.adaptivepool.policy.PoolSample;

/**
 * A {@link Resize} in a flight recording: {@code jfr print --events tailgate.PoolResize}.
 *
 * <p>Without a recording it costs an allocation and a check, and a pool resizes a few times a
 * minute, with {@code hill-climbing} a few times a second. When the first event is made, JFR
 * instruments this class, on the monitor thread. So no event is made before the flight recorder is
 * initialized.
 */
@Name("tailgate.PoolResize")
@Label("Pool Resize")
@Category({"Tailgate", "Adaptive Pool"})
@Description("The adaptive pool has changed its number of workers")
@StackTrace(false)
@SuppressWarnings("unused") // the fields are read by the flight recorder
final class ResizeEvent extends Event {

  @Label("Pool")
  @Description("The prefix of the names of the pool's threads")
  private String pool = "";

  @Label("Old Size")
  @Description("Workers that stayed before")
  private int oldSize;

  @Label("New Size")
  @Description("Workers that stay now")
  private int newSize;

  @Label("Cause")
  @Description("Why, as one of a few words")
  private String cause = "";

  @Label("Reason")
  @Description("Why, with the numbers behind it")
  private String reason = "";

  @Label("Queued")
  @Description("Tasks that no worker had taken when the decision was made")
  private int queued;

  @Label("Busy")
  @Description("Workers that performed a task")
  private int busy;

  @Label("Idle")
  @Description("Workers that waited for a task")
  private int idle;

  @Label("Window")
  @Description("How far back the flow goes: one to two intervals of the monitor")
  @Timespan(Timespan.NANOSECONDS)
  private long window;

  @Label("Arrived")
  @Description("Tasks submitted within the window")
  private long arrived;

  @Label("Completed")
  @Description("Tasks ended within the window")
  private long completed;

  @Label("Mean Wait")
  @Description("How long those that ended had been queued, on average")
  @Timespan(Timespan.NANOSECONDS)
  private long meanWait;

  @Label("Mean Service Time")
  @Description("How long they then took, on average")
  @Timespan(Timespan.NANOSECONDS)
  private long meanService;

  @Label("Processors Wanted")
  @Description("Workers that computed or waited for a processor")
  private double processorsWanted;

  @Label("Processors")
  @Description("Processors that the process may use")
  private int processors;

  private ResizeEvent() {}

  static void emit(String pool, Resize resize) {
    ResizeEvent event = new ResizeEvent();
    if (event.shouldCommit()) {
      event.fill(pool, resize);
      event.commit();
    }
  }

  private void fill(String poolName, Resize resize) {
    PoolSample sample = resize.sample();
    pool = poolName;
    oldSize = resize.from();
    newSize = resize.to();
    cause = resize.cause().name();
    reason = resize.reason();
    queued = sample.counts().queued();
    busy = sample.counts().busy();
    idle = sample.counts().idle();
    window = sample.flow().window().toNanos();
    arrived = sample.flow().arrived();
    completed = sample.flow().completed();
    meanWait = sample.flow().meanWait().toNanos();
    meanService = sample.flow().meanService().toNanos();
    processorsWanted = sample.processors().wanted();
    processors = sample.processors().cores();
  }
}
