package tailgate.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Objects;
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
import tailgate.content.FileHandler;
import tailgate.content.SiteErrorPages;
import tailgate.content.cache.CacheSettings;
import tailgate.content.file.Compression;
import tailgate.content.site.Site;
import tailgate.http.Limits;
import tailgate.metrics.RequestMetrics;
import tailgate.server.connection.Connection;
import tailgate.server.connection.ConnectionSettings;
import tailgate.server.connection.Connections;
import tailgate.server.connection.Interest;
import tailgate.server.connection.Timeouts;
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

  /** The requested file. */
  public enum Ask {
    /** A file of 1 KiB, which is copied into one buffer with its head. */
    HIT(200, "small.bin"),
    /**
     * A file of 64 KiB, which is not copied: it is written with its head in one gathering write.
     */
    LARGE_HIT(200, "large.bin"),
    /** A file that the client has already: 304. */
    NOT_MODIFIED(304, "small.bin"),
    /** A hundred bytes of 1 KiB. */
    RANGE(206, "small.bin"),
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

  private static final int SMALL = 1 << 10;
  private static final int LARGE = 64 << 10;

  /** The requested file. */
  @Param public Ask ask = Ask.HIT;

  /** What observes it. */
  @Param public Metrics metrics = Metrics.OFF;

  private Path root;
  private Observation observation;
  private Connections connections;
  private MemoryChannel channel;
  private Connection connection;

  /** Creates files and a connection, and checks the responses that are to be measured. */
  @Setup
  public void prepare() throws IOException {
    root = Files.createTempDirectory("tailgate-response");
    Files.write(root.resolve(Ask.HIT.file), new byte[SMALL]);
    Files.write(root.resolve(Ask.LARGE_HIT.file), new byte[LARGE]);
    observation = observation();
    connections = connections(new Site(root));
    channel = new MemoryChannel(2 * LARGE);
    connection = Objects.requireNonNull(connections.admit(channel, false));
    expect(Ask.HIT, "");
    expect(ask, field("ETag"));
  }

  private Connections connections(Site site) throws IOException {
    CacheSettings cache = CacheSettings.DEFAULT;
    InstantSource clock = InstantSource.system();
    return new Connections(
        new ConnectionSettings(1, 0, true, Timeouts.DEFAULT, Limits.DEFAULT, 1 << 20, null),
        new FileHandler(site, cache, Compression.DEFAULT, clock, System::nanoTime),
        new SiteErrorPages(site, cache.revalidate(), clock, System::nanoTime),
        observation,
        clock,
        System::nanoTime);
  }

  private Observation observation() {
    return switch (metrics) {
      case OFF -> Observation.NONE;
      case ON -> Observation.of(System::nanoTime, new RequestMetrics(System::nanoTime));
    };
  }

  private void expect(Ask what, String tag) {
    channel.request(what.request(tag));
    respond();
    if (!channel.sentText().startsWith("HTTP/1.1 " + what.status) || channel.writes() != 1) {
      throw new IllegalStateException(what + " is answered with " + channel.sentText());
    }
  }

  private String field(String name) {
    String text = channel.sentText();
    int from = text.indexOf(name + ": ") + name.length() + 2;
    return text.substring(from, text.indexOf('\r', from));
  }

  /** Deletes all of it. */
  @TearDown
  public void clean() throws IOException {
    channel.close();
    connections.close();
    for (Ask any : Ask.values()) {
      Files.deleteIfExists(root.resolve(any.file));
    }
    Files.delete(root);
  }

  /** One request, as processed by a reactor that is its own worker. */
  @Benchmark
  public int respond() {
    channel.arrive();
    connection.receive();
    connection.dispatched(observation.clock().getAsLong());
    if (connection.proceed() != Interest.READ) {
      throw new IllegalStateException("the connection does not wait for another request");
    }
    return channel.sent();
  }
}
