package example;

import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import tailgate.http.Handler;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;

/**
 * Needs a buffer of 16 KiB for each request; the path says where it comes from. {@code ./tailgate
 * compare locals} compares what this costs in memory and garbage.
 */
public final class Buffers implements Handler {

  private static final int SIZE = 16 << 10;

  /** One for each thread that has ever handled a request. */
  private static final ThreadLocal<byte[]> LOCAL = ThreadLocal.withInitial(() -> new byte[SIZE]);

  /** Since Java 25; this file is compiled for 21. */
  private final Scoped scoped = Runtime.version().feature() >= 25 ? new Scoped() : null;

  @Override
  public Response handle(Request request) throws Exception {
    return switch (request.target()) {
      case "/local" -> answer(LOCAL.get());
      case "/fresh" -> answer(new byte[SIZE]);
      case "/scoped" ->
          scoped == null
              ? Response.status(Status.NOT_FOUND).text("ScopedValue needs Java 25\n")
              : scoped.answer(new byte[SIZE]);
      default -> Response.status(Status.NOT_FOUND).text("no such buffer\n");
    };
  }

  /** Uses all of it, as an encoder does. */
  private static Response answer(byte[] buffer) {
    Arrays.fill(buffer, (byte) 'x');
    return Response.status(Status.OK).text(new String(buffer, 0, 8, StandardCharsets.US_ASCII));
  }

  /** {@code ScopedValue.where(BUFFER, buffer).run(() -> answer(BUFFER.get()))}, by reflection. */
  private static final class Scoped {

    private final Object key;
    private final Method where;
    private final Method run;
    private final Method get;

    Scoped() {
      try {
        Class<?> type = Class.forName("java.lang.ScopedValue");
        Class<?> carrier = Class.forName("java.lang.ScopedValue$Carrier");
        key = type.getMethod("newInstance").invoke(null);
        where = type.getMethod("where", type, Object.class);
        run = carrier.getMethod("run", Runnable.class);
        get = type.getMethod("get");
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }

    Response answer(byte[] buffer) throws ReflectiveOperationException {
      Response[] answer = new Response[1];
      run.invoke(where.invoke(null, key, buffer), (Runnable) () -> answer[0] = bound());
      return answer[0];
    }

    private Response bound() {
      try {
        return Buffers.answer((byte[]) get.invoke(key));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
