package tailgate.candidates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tailgate.lab.candidate.Candidate;
import tailgate.lab.candidate.RealServers;
import tailgate.server.RawClient;
import tailgate.server.RawClient.Reply;

/** Each server as the lab starts it, from its jars, beside a stage with the same arguments. */
@EnabledOnOs(OS.LINUX)
class ServersTest {

  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();
  private static final String SITE = Path.of("../www").toAbsolutePath().normalize().toString();
  private static final Path TARGET = Path.of("target").toAbsolutePath();
  private static final Duration WAIT = Duration.ofMillis(20);
  private static final List<String> PATHS = List.of("/data.json", "/", "/style.css?v=1", "/no");

  /** The answers of the stage to the paths. */
  private static final List<Reply> EXPECTED = new ArrayList<>();

  @TempDir Path folder;

  private final List<Process> started = new ArrayList<>();

  /** The port of the statistics of the server that was started last. */
  private int adminPort;

  static List<Candidate> servers() {
    return RealServers.named(List.of("all"), TARGET);
  }

  @BeforeAll
  static void askAStage(@TempDir Path folder) throws Exception {
    int port = freePort();
    String classPath = System.getProperty("java.class.path");
    Process stage =
        start(
            folder,
            List.of(JAVA, "-cp", classPath, "tailgate.threadperrequest.Main", "--no-admin"),
            List.of("--port", Integer.toString(port), "--root", SITE));
    try (RawClient client = connect(port, stage)) {
      for (String path : PATHS) {
        EXPECTED.add(client.get(path).read());
      }
    } finally {
      end(stage);
    }
    assertThat(EXPECTED).extracting(Reply::status).containsExactly(200, 200, 200, 404);
  }

  @AfterEach
  void leaveNoOrphans() {
    started.forEach(Process::destroyForcibly);
  }

  @ParameterizedTest
  @MethodSource("servers")
  void answersAsAStageDoesAndEndsWithSigterm(Candidate server) throws Exception {
    int port = freePort();
    Process process = start(server, port, "--simulate-io " + WAIT.toMillis() + "ms");

    try (RawClient client = connect(port, process)) {
      for (int i = 0; i < PATHS.size(); i++) {
        long before = System.nanoTime();
        Reply reply = client.get(PATHS.get(i)).read();
        assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(WAIT.toNanos());
        assertSame(reply, EXPECTED.get(i));
      }
    }

    assertThat(statistics(process))
        .startsWith("{\"requests\":{\"total\":" + PATHS.size() + "}")
        .matches(said -> said.contains("\"busy\":") || !hasPool(server), "has a pool");
    assertThat(end(process)).as("whether it ends").isTrue();
    boolean isVirtual = server.name().matches("helidon.*|.*-virtual.*");
    assertThat(Files.readString(folder.resolve("log")).contains("VirtualThread["))
        .as("whether it works on virtual threads")
        .isEqualTo(isVirtual);
  }

  private String statistics(Process process) throws IOException {
    try (RawClient client = connect(adminPort, process)) {
      return client.get("/stats").read().text();
    }
  }

  private static boolean hasPool(Candidate server) {
    return server.name().matches("(tomcat|jetty|spring-tomcat|spring-jetty)-\\d.*");
  }

  static List<Candidate> oneOfEachKind() {
    return servers().stream().filter(server -> !server.name().contains("-virtual")).toList();
  }

  @ParameterizedTest
  @MethodSource("servers")
  void saysHowLongARequestWasServedIfItIsAsked(Candidate server) throws Exception {
    int port = freePort();
    Process process =
        start(server, port, "--simulate-io " + WAIT.toMillis() + "ms --server-timing");

    try (RawClient client = connect(port, process)) {
      Matcher timing =
          Pattern.compile("queue;dur=0,service;dur=([0-9]+)\\.[0-9]{3},arrived;desc=[0-9]+\\..*")
              .matcher(plain(client.get("/data.json").read().field("Server-Timing")));
      assertThat(timing.matches()).isTrue();
      assertThat(Long.parseLong(timing.group(1))).isGreaterThanOrEqualTo(WAIT.toMillis());
    }
  }

  @ParameterizedTest
  @MethodSource("oneOfEachKind")
  void aHandlerOfTheUsersGetsTheRequestWithItsBody(Candidate server) throws Exception {
    int port = freePort();
    Process process =
        start(server, port, "--handler-jar '" + example() + "' --handler example.Echo");

    try (RawClient client = connect(port, process)) {
      Reply got = client.get("/large?not=quite").read();
      assertThat(got.status()).isEqualTo(200);
      assertThat(got.text()).isEqualTo("GET /large?not=quite []: ");
      assertThat(plain(got.field("Content-Type"))).isEqualTo("text/plain;charset=utf-8");
      Reply posted =
          client
              .send(
                  """
                  POST /orders HTTP/1.1
                  Host: a
                  Content-Type: text/csv
                  Content-Length: 5

                  1,2,3\
                  """
                      .replace("\n", "\r\n"))
              .read();
      assertThat(posted.text()).isEqualTo("POST /orders [text/csv]: 1,2,3");
      assertThat(client.get("/large").read().body()).hasSize(8 << 20);
    }
  }

  /** Makes the jar of a handler that says what it was asked, or answers with 8 MiB. */
  private Path example() throws IOException {
    Path source =
        Files.writeString(
            folder.resolve("Echo.java"),
            """
            package example;

            import java.nio.charset.StandardCharsets;
            import tailgate.http.*;

            public final class Echo implements Handler {
              @Override
              public Response handle(Request request) {
                String text =
                    request.target().equals("/large")
                        ? "x".repeat(8 << 20)
                        : request.method() + " " + request.target() + " "
                            + request.fields().getOrDefault("Content-Type", java.util.List.of())
                            + ": " + new String(request.body(), StandardCharsets.UTF_8);
                return Response.status(Status.OK).text(text);
              }
            }
            """);
    int code =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                folder.toString(),
                source.toString());
    assertThat(code).isZero();
    Path jar = folder.resolve("example.jar");
    String name = "example/Echo.class";
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file)) {
      out.putNextEntry(new JarEntry(name));
      Files.copy(folder.resolve(name), out);
    }
    return jar;
  }

  /** Starts a server as the lab does, but with the first compiler alone, so that it starts soon. */
  private Process start(Candidate server, int port, String handler) throws IOException {
    adminPort = freePort();
    String command =
        server.commandLine(
            Map.of(
                "java",
                "'" + JAVA + "' -XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
                "servers",
                TARGET.toString(),
                "port",
                Integer.toString(port),
                "admin",
                Integer.toString(adminPort),
                "root",
                SITE,
                "handler",
                handler,
                "timing",
                ""));
    Process process = start(folder, List.of("sh", "-c", command), List.of());
    started.add(process);
    return process;
  }

  /** The fields that describe the content have the same values, but for blanks and case. */
  private static void assertSame(Reply reply, Reply expected) {
    assertThat(reply.status()).isEqualTo(expected.status());
    if (expected.status() == 200) {
      assertThat(reply.body()).isEqualTo(expected.body());
      for (String field : List.of("Content-Type", "Content-Length", "ETag", "Last-Modified")) {
        assertThat(plain(reply.field(field))).as(field).isEqualTo(plain(expected.field(field)));
      }
    }
  }

  private static String plain(String value) {
    return String.valueOf(value).replace(" ", "").toLowerCase(Locale.ROOT);
  }

  @Test
  void theReadmeListsThemWithTheirVersions() throws IOException {
    Matcher row =
        Pattern.compile("(?m)^\\| `(\\S+)` \\| (\\S+) \\|")
            .matcher(Files.readString(Path.of("README.md")));
    assertThat(
            row.results()
                .map(
                    found ->
                        found.group(1) + ("–".equals(found.group(2)) ? "" : "-" + found.group(2))))
        .containsExactlyElementsOf(servers().stream().map(Candidate::name).toList());
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static Process start(Path folder, List<String> command, List<String> arguments)
      throws IOException {
    List<String> words = new ArrayList<>(command);
    words.addAll(arguments);
    File log = folder.resolve("log").toFile();
    return new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(log).start();
  }

  private static RawClient connect(int port, Process server) {
    return await()
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(
            () -> {
              assertThat(server.isAlive()).isTrue();
              return new RawClient(new InetSocketAddress("127.0.0.1", port));
            },
            client -> true);
  }

  private static boolean end(Process server) throws InterruptedException {
    server.destroy();
    return server.waitFor(30, TimeUnit.SECONDS);
  }
}
