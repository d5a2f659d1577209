package tailgate.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.openjdk.jmh.annotations.Timeout;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A request over loopback to each stage, by one, sixteen and sixty-four clients: compare the tails.
 *
 * <p>A client requests a file of 1 KiB again once it has its answer (a closed loop), on a
 * connection that is kept. The singlethreaded stage keeps none, so each request opens a new
 * connection, and its time includes that. Client and server share the processors of this machine.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@Fork(3)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Timeout(time = 60)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ServerBenchmark {

  private static final String FILE = "small.bin";
  private static final int SIZE = 1 << 10;

  /** One client. */
  @State(Scope.Thread)
  public static class Client {

    private RepeatingClient client;

    /** Sends the first request. */
    @Setup
    public void connect(ServerBenchmark benchmark) throws IOException {
      client = new RepeatingClient(benchmark.server.address(), "/" + FILE);
    }

    @TearDown
    public void close() throws IOException {
      client.close();
    }
  }

  /** The stage under test. */
  @Param({
    "singlethreaded",
    "thread-per-request",
    "threadpool",
    "adaptive-pool",
    "virtual-threads",
    "event-loop"
  })
  public String stage = "";

  private Path root;
  private StageServer server;

  @Setup
  public void start() throws IOException, InterruptedException {
    root = Files.createTempDirectory("tailgate-server");
    Files.write(root.resolve(FILE), new byte[SIZE]);
    server = new StageServer(stage, root);
  }

  @TearDown
  public void stop() throws IOException, InterruptedException {
    server.stop();
    Files.delete(root.resolve(FILE));
    Files.delete(root);
  }

  /** One client. */
  @Benchmark
  @Threads(1)
  public int get1(Client client) throws IOException {
    return client.client.get();
  }

  /** Sixteen clients. */
  @Benchmark
  @Threads(16)
  public int get16(Client client) throws IOException {
    return client.client.get();
  }

  /** Sixty-four clients. */
  @Benchmark
  @Threads(64)
  public int get64(Client client) throws IOException {
    return client.client.get();
  }
}
