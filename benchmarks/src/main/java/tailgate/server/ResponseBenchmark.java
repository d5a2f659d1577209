package tailgate.server;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import tailgate.metrics.RequestMetrics;
import tailgate.server.observe.Observation;

/**
 * The cost of a request from its bytes to those of its response, without a network: parse, handler,
 * cached file, head, one write. One connection, as a reactor drives it on its own thread.
 *
 * <p>The write copies its bytes, as the kernel would; so {@link Ask#LARGE_HIT} measures mostly a
 * copy.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@Fork(3)
@Threads(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ResponseBenchmark {

  /** The requests that are answered. */
  public enum Ask {
    /** A file of 1 KiB, which is copied into one buffer with its head. */
    HIT(200, MemoryServer.SMALL),
    /**
     * A file of 64 KiB, which is not copied: it is written with its head in one gathering write.
     */
    LARGE_HIT(200, MemoryServer.LARGE),
    /** A file that the client has already: 304. */
    NOT_MODIFIED(304, MemoryServer.SMALL),
    /** A hundred bytes of 1 KiB. */
    RANGE(206, MemoryServer.SMALL),
    /** A file that does not exist, which is looked up on the disk each time. */
    NOT_FOUND(404, "none.bin");

    private final int status;
    private final String file;

    Ask(int status, String file) {
      this.status = status;
      this.file = file;
    }

    private String request(String tag) {
      String field =
          switch (this) {
            case HIT, LARGE_HIT, NOT_FOUND -> "";
            case NOT_MODIFIED -> "If-None-Match: " + tag + "\r\n";
            case RANGE -> "Range: bytes=100-199\r\n";
          };
      return "GET /" + file + " HTTP/1.1\r\nHost: 127.0.0.1\r\n" + field + "\r\n";
    }
  }

  /** What observes a request. */
  public enum Metrics {
    /** The baseline: nothing, and no clock is read. */
    OFF,
    /** The default of all stages: requests are counted, and their times recorded. */
    ON
  }

  @Param public Ask ask = Ask.HIT;

  @Param public Metrics metrics = Metrics.OFF;

  private MemoryServer server;
  private MemoryServer.Client client;

  /** Creates a server and a client, and checks the responses that are to be measured. */
  @Setup
  public void prepare() throws IOException {
    server = new MemoryServer(observation());
    client = server.connect();
    String response = client.ask(Ask.HIT.request(""), Ask.HIT.status);
    client.ask(ask.request(entityTag(response)), ask.status);
  }

  private Observation observation() {
    return switch (metrics) {
      case OFF -> Observation.NONE;
      case ON -> Observation.of(System::nanoTime, new RequestMetrics(System::nanoTime));
    };
  }

  private static String entityTag(String response) {
    int from = response.indexOf("ETag: ") + "ETag: ".length();
    return response.substring(from, response.indexOf('\r', from));
  }

  /** Deletes all of it. */
  @TearDown
  public void clean() throws IOException {
    client.close();
    server.close();
  }

  /** One request. */
  @Benchmark
  public int respond() {
    return client.respond();
  }
}
