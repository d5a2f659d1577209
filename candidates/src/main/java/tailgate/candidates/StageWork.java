package tailgate.candidates;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tailgate.content.FileHandler;
import tailgate.content.cache.CacheSettings;
import tailgate.content.file.Compression;
import tailgate.content.site.Site;
import tailgate.http.Body;
import tailgate.http.DateField;
import tailgate.http.DeferredResponse;
import tailgate.http.Handler;
import tailgate.http.Limits;
import tailgate.http.Progress;
import tailgate.http.Request;
import tailgate.http.RequestParser;
import tailgate.http.Response;
import tailgate.http.Status;

/**
 * The work that a stage does for a GET: the simulated waits and computing, by the classes of the
 * stages, and then what the stages' own handler of files answers, with its bytes and its fields; or
 * what a handler of the user's answers. Thread-safe.
 *
 * <p>The handler of files is asked once for each path, and its answer is kept: so a server has
 * nothing to do for a file but to send it, as a stage that finds it in its cache. Queries,
 * conditions and ranges are not looked at, and nothing is compressed.
 *
 * <p>The handler of the user's is asked for each request, on the thread that the server has for it.
 * It gets the method, the target, the Content-Type and the body, and none of the other fields.
 */
final class StageWork {

  /** Each server sends these itself. */
  private static final Set<String> OF_SERVER = Set.of("Date", "Connection", "Content-Length");

  private static final Response DONE = Response.status(Status.OK).empty();

  private static final byte[] NO_BYTES = {};

  /** Simulated work does not look at its request. */
  private static final Request ANY = request("GET", "/", null, NO_BYTES);

  private final Handler simulated;
  private final Handler files;

  /** The user's handler, after the simulated work; null for files. */
  private final @Nullable Handler given;

  private final DateField date = new DateField(InstantSource.system());
  private final LongAdder requests = new LongAdder();

  private final boolean serverTiming;

  /** The answers with status 200 by their paths. */
  private final Map<String, Reply> known = new ConcurrentHashMap<>();

  /**
   * Serves a folder, or a handler.
   *
   * @param given the handler; null for the files of the folder
   * @param before puts the simulated work before a handler
   * @param serverTiming whether each answer has the field that a stage has with this option: here a
   *     request arrives when its work begins, because no server says how long it was queued
   */
  StageWork(Path root, @Nullable Handler given, UnaryOperator<Handler> before, boolean serverTiming)
      throws IOException {
    this.serverTiming = serverTiming;
    this.given = given == null ? null : before.apply(given);
    simulated = before.apply(request -> DONE);
    files =
        new FileHandler(
            new Site(root),
            CacheSettings.DEFAULT,
            Compression.DEFAULT,
            InstantSource.system(),
            System::nanoTime);
  }

  /** Reads the whole body of a request, and waits for it if need be. */
  @FunctionalInterface
  interface WholeBody {
    byte[] read() throws IOException;
  }

  /** Whether the body of a request is read, so that an event loop has to collect it first. */
  boolean readsBody() {
    return given != null && given.readsBody();
  }

  /** Returns the target of a request; its query has no question mark, and may be null or empty. */
  static String target(String path, @Nullable String query) {
    return query == null || query.isEmpty() ? path : path + '?' + query;
  }

  /**
   * Does the work of a request.
   *
   * @param target of the request, which begins with a slash
   * @param type the Content-Type; null if there is none
   * @param body is read only for a handler that reads it
   */
  Reply answer(String method, String target, @Nullable String type, WholeBody body)
      throws IOException {
    long begun = System.nanoTime();
    Reply reply = plain(method, target, type, body);
    return serverTiming ? timed(reply, begun, System.nanoTime()) : reply;
  }

  private static Reply timed(Reply reply, long begun, long ended) {
    Map<String, String> fields = new LinkedHashMap<>(reply.fields());
    fields.put(
        "Server-Timing",
        "queue;dur=0, service;dur=%s, arrived;desc=%s"
            .formatted(millis(ended - begun), millis(begun)));
    return new Reply(reply.status(), fields, reply.body());
  }

  private static BigDecimal millis(long nanos) {
    return BigDecimal.valueOf(nanos / 1_000, 3);
  }

  private Reply plain(String method, String target, @Nullable String type, WholeBody body)
      throws IOException {
    try {
      requests.increment();
      if (given != null) {
        byte[] content = given.readsBody() ? body.read() : NO_BYTES;
        return reply(given, request(method, target, type, content));
      }
      simulated.handle(ANY);
      int query = target.indexOf('?');
      String path = query < 0 ? target : target.substring(0, query);
      Reply reply = known.get(path);
      return reply == null ? read(path) : reply;
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("the handler failed", e);
    }
  }

  /** Returns the number of requests until now. */
  long requests() {
    return requests.sum();
  }

  /** Asks the handler of the stages, and shows once for each file what kind of thread works. */
  private Reply read(String path) throws Exception {
    Reply reply = reply(files, request("GET", path, null, NO_BYTES));
    if (reply.status() == Status.OK.code()) {
      known.put(path, reply);
      System.out.println(path + " was first asked for on " + Thread.currentThread());
    }
    return reply;
  }

  private Reply reply(Handler handler, Request request) throws Exception {
    Response response = handler.handle(request);
    while (response instanceof DeferredResponse deferred) {
      response = deferred.await(request);
    }
    return reply(response);
  }

  private static Request request(
      String method, String target, @Nullable String type, byte[] content) {
    StringBuilder head =
        new StringBuilder(method + ' ' + target + " HTTP/1.1\r\nHost: localhost\r\n");
    if (type != null) {
      head.append("Content-Type: ").append(type).append("\r\n");
    }
    if (content.length > 0) {
      head.append("Content-Length: ").append(content.length).append("\r\n");
    }
    byte[] first = head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8);
    byte[] bytes = Arrays.copyOf(first, first.length + content.length);
    System.arraycopy(content, 0, bytes, first.length, content.length);
    RequestParser parser = new RequestParser(Limits.DEFAULT);
    if (parser.parse(bytes, 0, bytes.length) != Progress.COMPLETE) {
      throw new IllegalArgumentException("not a request: " + method + ' ' + target);
    }
    parser.keep(content.length);
    parser.request().bind(bytes, 0);
    return parser.request();
  }

  private Reply reply(Response response) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(response.headLength());
    response.putFields(head, date, Response.Persistence.IMPLICIT);
    Map<String, String> fields = new LinkedHashMap<>();
    new String(head.array(), 0, head.position(), StandardCharsets.ISO_8859_1)
        .lines()
        .skip(1)
        .map(line -> line.split(": ", 2))
        .filter(field -> !OF_SERVER.contains(field[0]))
        .forEach(field -> fields.put(field[0], field[1]));
    return new Reply(
        response.status().code(), Collections.unmodifiableMap(fields), bytes(response.body()));
  }

  private static byte[] bytes(Body body) throws IOException {
    ByteBuffer all = ByteBuffer.allocate(Math.toIntExact(body.length()));
    switch (body) {
      case Body.Bytes memory -> all.put(memory.bytes().duplicate());
      case Body.Transfer file -> {
        try (file) {
          int read = 1;
          while (all.hasRemaining() && read > 0) {
            read = file.read(all.position(), all);
          }
        }
      }
    }
    return all.array();
  }
}
