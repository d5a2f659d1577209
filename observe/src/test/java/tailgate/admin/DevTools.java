package tailgate.admin;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A connection of the Chrome DevTools protocol: calls with their answers; of the events it keeps
 * the errors, and those of a trace. One thread calls, those of the HTTP client listen.
 */
final class DevTools implements WebSocket.Listener {

  private static final int WAIT_SECONDS = 120;
  private static final Set<String> COMPLAINTS = Set.of("error", "warning", "assert");
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Map<Integer, CompletableFuture<JsonNode>> calls = new ConcurrentHashMap<>();
  private final List<String> errors = new CopyOnWriteArrayList<>();
  private final Queue<JsonNode> traced = new ConcurrentLinkedQueue<>();

  /** Volatile because the calling thread sets it, and the listening side opens it. */
  private volatile CountDownLatch traceEnded = new CountDownLatch(1);

  /** Confined to the listening side, which is called by one thread at a time. */
  private final StringBuilder message = new StringBuilder();

  /** Confined to the calling thread, as is the next. */
  private @Nullable WebSocket socket;

  private int last;

  static DevTools connect(HttpClient http, URI url) throws Exception {
    var tools = new DevTools();
    tools.socket =
        http.newWebSocketBuilder().buildAsync(url, tools).get(WAIT_SECONDS, TimeUnit.SECONDS);
    return tools;
  }

  /** What the method returned. */
  JsonNode call(String method, Map<String, ?> parameters) throws Exception {
    last++;
    var answer = new CompletableFuture<JsonNode>();
    calls.put(last, answer);
    String call =
        JSON.writeValueAsString(Map.of("id", last, "method", method, "params", parameters));
    opened().sendText(call, true).get(WAIT_SECONDS, TimeUnit.SECONDS);
    JsonNode result = answer.get(WAIT_SECONDS, TimeUnit.SECONDS);
    if (result.has("error")) {
      throw new IOException(method + ": " + result.get("error"));
    }
    return result.get("result");
  }

  private WebSocket opened() {
    if (socket == null) {
      throw new IllegalStateException("not connected");
    }
    return socket;
  }

  /** Exceptions that nobody caught, complaints on the console, and what could not be loaded. */
  List<String> errors() {
    return List.copyOf(errors);
  }

  /** What the browser does from now on, until {@link #endTrace}. */
  void beginTrace(List<String> categories) throws Exception {
    traced.clear();
    traceEnded = new CountDownLatch(1);
    call("Tracing.start", Map.of("traceConfig", Map.of("includedCategories", categories)));
  }

  /** The events since {@link #beginTrace}. */
  List<JsonNode> endTrace() throws Exception {
    call("Tracing.end", Map.of());
    if (!traceEnded.await(WAIT_SECONDS, TimeUnit.SECONDS)) {
      throw new IOException("the trace does not end");
    }
    return List.copyOf(traced);
  }

  void close() {
    opened().abort();
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean complete) {
    message.append(data);
    if (complete) {
      String whole = message.toString();
      message.setLength(0);
      try {
        receive(JSON.readTree(whole));
      } catch (JsonProcessingException e) {
        errors.add(e + ": " + whole);
      }
    }
    from.request(1);
    return null;
  }

  private void receive(JsonNode received) {
    if (received.has("id")) {
      CompletableFuture<JsonNode> call = calls.remove(received.get("id").asInt());
      if (call != null) {
        call.complete(received);
      }
      return;
    }
    JsonNode event = received.get("params");
    boolean isError =
        switch (received.get("method").asText()) {
          case "Tracing.dataCollected" -> {
            event.get("value").forEach(traced::add);
            yield false;
          }
          case "Tracing.tracingComplete" -> {
            traceEnded.countDown();
            yield false;
          }
          case "Runtime.exceptionThrown" -> true;
          case "Runtime.consoleAPICalled" -> COMPLAINTS.contains(event.get("type").asText());
          case "Log.entryAdded" -> COMPLAINTS.contains(event.at("/entry/level").asText());
          default -> false;
        };
    if (isError) {
      errors.add(event.toString());
    }
  }

  @Override
  public void onError(WebSocket from, Throwable error) {
    calls.values().forEach(call -> call.completeExceptionally(error));
  }
}
