package tailgate.trace;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** {@code tailgate.Connection}: one connection, from accept to close. */
@Name("tailgate.Connection")
@Label("Connection")
@Category("Tailgate")
@Description("A connection that was opened and closed during the recording")
@StackTrace(false)
final class ConnectionEvent extends Event {

  @Label("Remote Address")
  @Nullable String remoteAddress;

  @Label("Requests")
  long requests;

  @Label("Bytes")
  @Description("Bytes that were sent, including heads")
  @DataAmount
  long bytes;
}
