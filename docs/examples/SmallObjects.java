package example;

import java.util.HashMap;
import java.util.Map;
import tailgate.http.Handler;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;

/**
 * Makes a map of 150 small fields for each request, adds them up and drops them, as a handler does
 * that reads JSON: about 20 KB of garbage in small objects, each with a header. {@code ./tailgate
 * compare jvm} compares what collectors, heaps and object headers make of it.
 */
public final class SmallObjects implements Handler {

  private static final int FIELDS = 150;

  /** So that no number is one that the JVM keeps. */
  private static final long APART = 1_000;

  @Override
  public Response handle(Request request) {
    Map<String, Long> fields = new HashMap<>();
    for (int i = 1; i <= FIELDS; i++) {
      fields.put("field-" + i, i * APART);
    }
    long sum = fields.values().stream().mapToLong(Long::longValue).sum();
    return Response.status(Status.OK).text(sum + "\n");
  }
}
