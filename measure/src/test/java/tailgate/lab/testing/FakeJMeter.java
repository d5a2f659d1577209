package tailgate.lab.testing;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** The main class of a JMeter that takes JMeter's options and makes up its samples. */
public final class FakeJMeter {

  public enum Behaviour {
    WRITES_SAMPLES,
    ASKS_ONCE,
    FAILS,
    WRITES_SAMPLES_AND_HANGS
  }

  private FakeJMeter() {}

  public static void main(String[] args) throws Exception {
    List<String> options = Arrays.asList(args);
    Path results = Path.of(options.get(options.indexOf("-l") + 1));
    Path jar = Path.of(System.getProperty("java.class.path"));
    switch (Behaviour.valueOf(Files.readString(jar.resolveSibling("behaviour")))) {
      case WRITES_SAMPLES -> write(results, value(options, "-Jusers="));
      case ASKS_ONCE -> {
        write(results, value(options, "-Jusers="));
        ask(value(options, "-Jport="));
      }
      case FAILS -> {
        System.out.println("cannot read the plan");
        System.exit(1);
      }
      case WRITES_SAMPLES_AND_HANGS -> {
        write(results, 3);
        new CountDownLatch(1).await();
      }
    }
  }

  private static int value(List<String> options, String name) {
    return options.stream()
        .filter(option -> option.startsWith(name))
        .mapToInt(option -> Integer.parseInt(option.substring(name.length())))
        .findFirst()
        .orElseThrow();
  }

  /** In one go: whoever sees the file sees all of it. */
  private static void write(Path results, int samples) throws Exception {
    StringBuilder lines = new StringBuilder("timeStamp,elapsed,label,success,allThreads\n");
    for (int i = 0; i < samples; i++) {
      lines.append(1_000 + i).append(",5,request,true,1\n");
    }
    Path draft = Files.writeString(results.resolveSibling("draft"), lines);
    Files.move(draft, results);
  }

  private static void ask(int port) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port)).build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      client.send(request, HttpResponse.BodyHandlers.discarding());
    } catch (java.io.IOException e) {
      System.out.println("the server went away, as it should: " + e);
    }
    awaitEnd(port);
  }

  /** A process that has closed its connections may still need a while until its parent knows. */
  private static void awaitEnd(int port) {
    ProcessHandle parent = ProcessHandle.current().parent().orElseThrow();
    parent
        .descendants()
        .filter(child -> child.info().commandLine().orElse("").contains("--port " + port))
        .forEach(server -> server.onExit().join());
  }
}
