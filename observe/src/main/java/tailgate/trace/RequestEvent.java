package tailgate.trace;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/**
 * {@code tailgate.Request}: one request. Its duration is the total, with the exception that {@link
 * JfrObserver} describes. So a threshold selects slow requests.
 */
@Name("tailgate.Request")
@Label("Request")
@Category("Tailgate")
@Description("A request, from its arrival to the last byte of its response")
@StackTrace(false)
final class RequestEvent extends Event implements Cloneable {

  @Label("Method")
  @Nullable String method;

  @Label("Target")
  @Nullable String target;

  @Label("Status")
  int status;

  @Label("Bytes")
  @Description("Bytes of content that were sent")
  @DataAmount
  long bytes;

  @Label("Queue Wait")
  @Description("From the arrival of the request to the moment when a worker began with it")
  @Timespan
  long queueWait;

  @Label("Service Time")
  @Description("From there to the moment when the kernel had the last byte of the response")
  @Timespan
  long serviceTime;

  @Label("Total")
  @Description("Sum of queue wait and service time")
  @Timespan
  long total;

  /** Another event with the same beginning, which is part of an event's state. */
  RequestEvent copy() {
    try {
      return (RequestEvent) clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e); // it implements Cloneable
    }
  }
}
