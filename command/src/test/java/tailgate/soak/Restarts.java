package tailgate.soak;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Restarts a server under an open load, half of it on kept connections and half on new ones. A
 * request counts as lost if it gets no response, although the connection looked open.
 */
final class Restarts implements AutoCloseable {

  private static final int KEPT = 40;
  private static final int FRESH = 40;
  private static final Duration WARM_UP = Duration.ofSeconds(3);
  private static final Duration END = Duration.ofMinutes(2);

  private final Tally tally = new Tally();
  private final Path log;
  private final Path accessLog;
  private final Path config;
  private final ServerProcess first;
  private final int port;
  private final OpenClients clients;
  private final Duration between;
  private final List<Duration> took = new ArrayList<>();

  /** The process that serves now. Confined to the test. */
  private long pid;

  Restarts(Class<?> main, Site site, Path log, List<String> options, SoakSettings settings)
      throws IOException, InterruptedException {
    this.log = log;
    this.between = Duration.ofMillis(settings.pause());
    this.accessLog = log.resolveSibling("access.log");
    this.config = Files.createFile(log.resolveSibling("tailgate.conf"));
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of("--access-log", accessLog.toString(), "--config", config.toString()));
    this.first = ServerProcess.startReplaceable(main, site.root(), log, List.of(), all);
    this.port = first.address().getPort();
    this.pid = first.pid();
    Duration interval = Duration.ofSeconds(KEPT + FRESH).dividedBy(settings.rate());
    this.clients = new OpenClients(first.address(), site.small(), interval, tally);
    clients.start(KEPT, FRESH);
    Thread.sleep(WARM_UP);
    clients.forgetTimes();
  }

  Tally tally() {
    return tally;
  }

  /** Replaces the server. */
  void restart() throws IOException, InterruptedException {
    Thread.sleep(between);
    long begun = System.nanoTime();
    String answer = order();
    took.add(Duration.ofNanos(System.nanoTime() - begun));
    assertThat(answer).as(first.printed()).startsWith("handed-over ");
    pid = Long.parseLong(answer.substring("handed-over ".length()).strip());
  }

  /** Tries to replace it by one with an option that does not exist; the old one goes on. */
  void failToRestart() throws IOException, InterruptedException {
    Files.writeString(config, "no-such-option = 1\n");
    Thread.sleep(between);
    assertThat(order()).startsWith("failed the successor cannot start: in ");
    Files.writeString(config, "restart-timeout = 5ms\n"); // for the server after the next restart
    restart();
    assertThat(order()).startsWith("failed the successor was not ready within 0.005 s");
    Files.writeString(config, "");
  }

  private String order() throws IOException {
    Path socket = ServerProcess.runFolder(log).resolve(port + "-" + pid + ".sock");
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      channel.write(ByteBuffer.wrap("restart\n".getBytes(UTF_8)));
      ByteBuffer answer = ByteBuffer.allocate(10_000);
      while (channel.read(answer) >= 0) {
        // reads on
      }
      return new String(answer.array(), 0, answer.position(), UTF_8);
    }
  }

  /** Ends the load, and then the server. */
  void stop() throws Exception {
    Thread.sleep(between);
    clients.close();
    ProcessHandle last = ProcessHandle.of(pid).orElseThrow();
    last.destroy();
    last.onExit().get(END.toSeconds(), TimeUnit.SECONDS);
    // The watchdog is right where the machine gave the carriers no processor for a second.
    assertThat(first.printed().replaceAll("WARN \\S*CarrierWatchdog - live,", ""))
        .doesNotContain("ERROR", "WARN");
  }

  long loggedLines() throws IOException {
    try (Stream<String> lines = Files.lines(accessLog)) {
      return lines.filter(line -> line.matches("127\\.0\\.0\\.1 .*\" 200 \\d+ .*")).count();
    }
  }

  @Override
  public void close() {
    clients.close();
    ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    first.close();
  }

  @Override
  public String toString() {
    double mean = took.stream().mapToLong(Duration::toMillis).average().orElse(0);
    return String.format(
        Locale.ROOT,
        "%d restarts, %.0f ms in the mean; %s; %s",
        took.size(),
        mean,
        clients.times(),
        tally);
  }
}
