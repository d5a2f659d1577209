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
 * What it costs that threads share the core of a server: counters, histograms, the cache, one hot
 * file, the buffers of responses. Each thread answers the requests of its own connection, without a
 * network. On a machine with many processors {@code -t N} takes another number of threads.
 *
 * <p>The baseline is a server for each thread, which shares nothing. So the difference is neither
 * that of the processors (their clock, their common memory) nor of the machine, as it would be
 * between one thread and several.
 */
@BenchmarkMode(Mode.AverageTime)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SharingBenchmark {

  private static final String REQUEST =
      "GET /" + MemoryServer.SMALL + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";

  /** What the threads share. */
  public enum Sharing {
    /** Each thread has a server of its own; this is the baseline. */
    NOTHING,
    /** All threads have the same server. */
    SERVER
  }

  private static MemoryServer newServer() throws IOException {
    var metrics = new RequestMetrics(System::nanoTime);
    return new MemoryServer(Observation.of(System::nanoTime, metrics));
  }

  /** What all threads share. */
  @State(Scope.Benchmark)
  public static class Shared {

    @Param public Sharing share = Sharing.NOTHING;

    private MemoryServer server;

    /** Creates the server of all threads. */
    @Setup
    public void prepare() throws IOException {
      server = newServer();
    }

    /** Deletes it. */
    @TearDown
    public void clean() throws IOException {
      server.close();
    }
  }

  /** A thread with its connection. */
  @State(Scope.Thread)
  public static class Reactor {

    private MemoryServer ownServer;
    private MemoryServer.Client client;

    /** Connects to the server of all threads, or to its own. */
    @Setup
    public void prepare(Shared shared) throws IOException {
      ownServer = newServer();
      client = (shared.share == Sharing.SERVER ? shared.server : ownServer).connect();
      client.ask(REQUEST, 200);
    }

    /** Deletes all of it. */
    @TearDown
    public void clean() throws IOException {
      client.close();
      ownServer.close();
    }
  }

  /** Answers one request in one thread, which has nobody to share anything with. */
  @Benchmark
  @Threads(1)
  public int respond1(Reactor reactor) {
    return reactor.client.respond();
  }

  /** Answers one request in each of two threads. */
  @Benchmark
  @Threads(2)
  public int respond2(Reactor reactor) {
    return reactor.client.respond();
  }

  /** Answers one request in each of eight threads. */
  @Benchmark
  @Threads(8)
  public int respond8(Reactor reactor) {
    return reactor.client.respond();
  }
}
