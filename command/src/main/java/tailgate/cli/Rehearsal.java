package tailgate.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The clients of a server that runs to make an AOT cache. The cache keeps the classes that their
 * requests have used, and a profile of each method, so that the next start can compile it early and
 * well (JEP 515).
 *
 * <p>They request files of the sample site: on kept and on new connections, whole and in ranges,
 * plain and compressed, with conditions, and files that do not exist.
 */
public final class Rehearsal {

  static final int CLIENTS = 8;

  /**
   * How often each client does a round. A round is some requests on one kept connection, then some
   * on a new connection each.
   */
  private static final int ROUNDS = 25;

  static final int ON_KEPT_CONNECTION = 40;
  static final int ON_NEW_CONNECTIONS = 10;

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private static final String GZIP = "Accept-Encoding: gzip\r\n";

  /** Most clients just want a file. */
  private static final List<byte[]> KINDS =
      List.of(
          SampleClient.request("GET", "/", ""),
          SampleClient.request("GET", "/", GZIP),
          SampleClient.request("GET", "/style.css", GZIP),
          SampleClient.request("GET", "/image.png", GZIP),
          SampleClient.request("GET", "/data.json", "Connection: close\r\n"),
          SampleClient.request("GET", "/", "If-None-Match: \"another\"\r\n"),
          SampleClient.request("GET", "/script.js", GZIP + "If-None-Match: *\r\n"),
          SampleClient.request("GET", "/image.png", "Range: bytes=100-199\r\n"),
          SampleClient.request("HEAD", "/index.html", ""),
          SampleClient.request("GET", "/nothing", GZIP));

  private Rehearsal() {}

  /**
   * Sends all requests to a server of this machine.
   *
   * @param arguments its port
   * @throws IOException if the server fails to answer one of them
   */
  public static void main(String[] arguments) throws Exception {
    int port = Integer.parseInt(arguments[0]);
    run(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), ROUNDS);
  }

  static void run(InetSocketAddress server, int rounds) throws Exception {
    try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
      List<Callable<Void>> all =
          IntStream.range(0, CLIENTS)
              .mapToObj(number -> client(server, rounds, number))
              .collect(Collectors.toList());
      for (Future<Void> client : clients.invokeAll(all)) {
        client.get();
      }
    }
  }

  private static Callable<Void> client(InetSocketAddress server, int rounds, int number) {
    return () -> {
      int sent = number;
      for (int round = 0; round < rounds; round++) {
        sent = ask(server, ON_KEPT_CONNECTION, sent);
        for (int i = 0; i < ON_NEW_CONNECTIONS; i++) {
          sent = ask(server, 1, sent);
        }
      }
      return null;
    };
  }

  /** Sends this number of requests, on as few connections as the server allows. */
  private static int ask(InetSocketAddress server, int requests, int sent) throws IOException {
    int end = sent + requests;
    int next = sent;
    while (next < end) {
      try (var client = new SampleClient(server, TIMEOUT)) {
        boolean kept = true;
        while (kept && next < end) {
          kept = client.ask(KINDS.get(next++ % KINDS.size()));
        }
      }
    }
    return end;
  }
}
