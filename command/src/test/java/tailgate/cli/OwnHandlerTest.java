package tailgate.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.http.Body;
import tailgate.http.Handler;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.server.RawClient;
import tailgate.server.Server;

/** What can be wrong with a user's handler, each in one line. */
class OwnHandlerTest {

  private static final int FAILED = 1;
  private static final int MISUSED = 2;

  private static final String ANSWER =
      "public Response handle(Request request) { return Response.status(Status.OK).empty(); } ";

  @TempDir static Path folder;

  private static Path jar;

  private final Launched launched = new Launched();

  @BeforeAll
  static void compile() throws IOException {
    CompiledJar classes = new CompiledJar(folder);
    add(classes, "Good", "public class Good implements Handler", "");
    add(
        classes,
        "Prompt",
        "public class Prompt implements Handler",
        "public boolean isPrompt() { return true; }");
    add(classes, "Stranger", "public class Stranger", "");
    add(classes, "Hidden", "class Hidden implements Handler", "public Hidden() {}");
    add(classes, "Half", "public abstract class Half implements Handler", "");
    add(classes, "Shy", "public class Shy implements Handler", "private Shy() {}");
    add(classes, "Picky", "public class Picky implements Handler", "public Picky(int i) {}");
    add(
        classes,
        "Broken",
        "public class Broken implements Handler",
        "public Broken() { throw new IllegalStateException(\"no\\ndatabase\"); }");
    add(
        classes,
        "Moody",
        "public class Moody implements Handler",
        "public boolean isPrompt() { throw new IllegalStateException(\"not today\"); }");
    add(
        classes,
        "Moodier",
        "public class Moodier implements Handler",
        "public boolean readsBody() { throw new IllegalStateException(\"nor now\"); }");
    add(
        classes,
        "Bodiless",
        "public class Bodiless implements Handler",
        "public boolean readsBody() { return false; }");
    add(
        classes,
        "Unready",
        "public class Unready implements Handler",
        "static final int N = Integer.parseInt(\"x\");");
    add(classes, "Base", "public class Base implements Handler", "");
    add(classes, "Needy", "public class Needy extends Base", "");
    // A copy of the server's own interface, as a jar has it that was packed with all it needs.
    classes.with(
        "tailgate.http.Handler",
        "package tailgate.http; public interface Handler { Response handle(Request r) throws"
            + " Exception; }");
    jar = classes.build("Base");
  }

  private static void add(CompiledJar classes, String name, String head, String member)
      throws IOException {
    classes.with(
        "com.example." + name,
        "package com.example; import tailgate.http.*; " + head + " { " + member + ANSWER + "}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "com.example.Other | there is no class com.example.Other in JAR",
        "com.example.Stranger | com.example.Stranger does not implement tailgate.http.Handler",
        "java.lang.String | java.lang.String does not implement tailgate.http.Handler",
        "com.example.Hidden | com.example.Hidden must be public",
        "com.example.Half | com.example.Half must not be abstract",
        "com.example.Shy | com.example.Shy must have a public constructor without" + " arguments",
        "com.example.Picky | com.example.Picky must have a public constructor without"
            + " arguments",
        "com.example.Broken | the constructor of com.example.Broken threw"
            + " java.lang.IllegalStateException: no database",
        "com.example.Moody | isPrompt of com.example.Moody threw"
            + " java.lang.IllegalStateException: not today",
        "com.example.Moodier | readsBody of com.example.Moodier threw"
            + " java.lang.IllegalStateException: nor now",
        "com.example.Unready | com.example.Unready cannot be initialized:"
            + " java.lang.NumberFormatException: For input string: \"x\"",
        "com.example.Needy | cannot load com.example.Needy: java.lang.NoClassDefFoundError:"
            + " com/example/Base",
      })
  void saysInOneLineWhatIsWrongWithTheClass(String className, String complaint) {
    assertThat(run("--port=0", "--handler-jar=" + jar, "--handler=" + className)).isEqualTo(FAILED);
    assertThat(launched.err)
        .hasToString("probe: " + complaint.replace("JAR", jar.toString()) + "\n");
    assertThat(launched.out.toString()).isEmpty();
  }

  @Test
  void isPromptIfTheClassSaysSo() {
    try (OwnHandler prompt = OwnHandler.load(jar, "com.example.Prompt");
        OwnHandler other = OwnHandler.load(jar, "com.example.Good")) {
      assertThat(prompt.isPrompt()).isTrue();
      assertThat(other.isPrompt()).isFalse();
    }
  }

  @Test
  void getsNoBodiesIfTheClassSaysThatItDoesNotReadThem() {
    try (OwnHandler bodiless = OwnHandler.load(jar, "com.example.Bodiless");
        OwnHandler other = OwnHandler.load(jar, "com.example.Good")) {
      assertThat(bodiless.readsBody()).isFalse();
      assertThat(other.readsBody()).isTrue();
    }
  }

  @Test
  void namesTheJarThatIsMissing() {
    Path missing = folder.resolve("missing.jar");
    assertThat(run("--handler-jar=" + missing, "--handler=A")).isEqualTo(FAILED);
    assertThat(launched.err)
        .hasToString("probe: cannot read %s: it does not exist\n".formatted(missing));
  }

  @Test
  void namesTheFileThatIsNoJar() throws IOException {
    Path text = Files.writeString(folder.resolve("text.jar"), "not a jar at all");
    assertThat(run("--handler-jar=" + text, "--handler=A")).isEqualTo(FAILED);
    assertThat(launched.err.toString())
        .startsWith("probe: " + text + " is not a jar: ")
        .hasLineCount(1);
  }

  @Test
  void namesTheFolderThatIsNoJar() {
    assertThat(run("--handler-jar=" + folder, "--handler=A")).isEqualTo(FAILED);
    assertThat(launched.err.toString()).startsWith("probe: ").contains(folder.toString());
    assertThat(launched.err.toString()).hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource({
    "--handler=A, '--handler needs --handler-jar, the jar with the class'",
    "--handler-jar=a.jar, '--handler-jar needs --handler, the class in it'",
    "--handler-jar=a.jar --handler=, '--handler-jar needs --handler, the class in it'",
    "--handler-jar=, 'Invalid value for option ''--handler-jar'': it is empty'",
  })
  void refusesOneOptionWithoutTheOther(String arguments, String complaint) {
    assertThat(run(arguments.split(" "))).isEqualTo(MISUSED);
    assertThat(launched.err).hasToString("probe: " + complaint + " (--help explains)\n");
  }

  @Test
  void bothOptionsMayComeFromTheFileAndWorkIsSimulatedBeforeIt() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("p"),
            """
            port = 0
            handler-jar = %s
            handler = com.example.Good
            simulate-io = 1ms
            """
                .formatted(jar));
    var command = new ProbeCommand();
    CompletableFuture<Integer> exit = launched.start(command, "--config=" + file);

    try (RawClient client = new RawClient(launched.address())) {
      assertThat(client.get("/").read().head()).startsWith("HTTP/1.1 200 OK\r\n");
    }
    assertThat(launched.out.toString())
        .contains("  handler    com.example.Good of " + jar + "\n  simulated  io 1ms\n");
    command.stopSignal().receive();
    assertThat(exit.get()).isZero();
  }

  @Test
  void theExampleOfTheDocumentationIsAsItSays() throws Exception {
    Path place = Files.createDirectory(folder.resolve("example"));
    Path example =
        new CompiledJar(place).with(Path.of("../docs/examples/FourConnections.java")).build();
    var command = new ProbeCommand();
    CompletableFuture<Integer> exit =
        launched.start(
            command, "--port=0", "--handler-jar=" + example, "--handler=example.FourConnections");

    try (RawClient client = new RawClient(launched.address())) {
      RawClient.Reply reply = client.get("/orders/7").read();
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.text()).startsWith("a row for /orders/7, ");
    }
    command.stopSignal().receive();
    assertThat(exit.get()).isZero();
  }

  @Test
  void theHandlerOfANewProjectAnswers() throws Exception {
    Path place = Files.createDirectory(folder.resolve("new"));
    Path source = Path.of("../docs/examples/new-handler/src/main/java/example/MyHandler.java");
    Path project = new CompiledJar(place).with(source).build();
    var command = new ProbeCommand();
    CompletableFuture<Integer> exit =
        launched.start(
            command, "--port=0", "--handler-jar=" + project, "--handler=example.MyHandler");

    try (RawClient client = new RawClient(launched.address())) {
      assertThat(client.get("/world").read().text()).isEqualTo("Hello, /world\n");
      client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\nhello");
      assertThat(client.read().text()).isEqualTo("5 bytes\n");
    }
    command.stopSignal().receive();
    assertThat(exit.get()).isZero();
  }

  @Test
  void aHandlerOfTheJdksServerAnswersThroughTheAdapter() throws Exception {
    Path place = Files.createDirectory(folder.resolve("adapter"));
    Path adapted =
        new CompiledJar(place)
            .with(Path.of("../docs/examples/HttpHandlerAdapter.java"))
            .with(
                "example.Adapted",
                """
                package example;

                import com.sun.net.httpserver.HttpExchange;
                import java.io.IOException;

                public final class Adapted extends HttpHandlerAdapter {
                  public Adapted() {
                    super(Adapted::answer);
                  }

                  private static void answer(HttpExchange exchange) throws IOException {
                    if (exchange.getRequestURI().getPath().equals("/silent")) {
                      return;
                    }
                    byte[] body = exchange.getRequestBody().readAllBytes();
                    String name = exchange.getRequestHeaders().getFirst("x-name");
                    exchange.getResponseHeaders().set("Content-Length", "77");
                    exchange
                        .getResponseHeaders()
                        .add("X-Seen", exchange.getRequestMethod() + " " + name);
                    exchange.sendResponseHeaders(body.length == 0 ? 204 : 201, body.length == 0 ? -1 : 5);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                  }
                }
                """)
            .build();
    var command = new ProbeCommand();
    CompletableFuture<Integer> exit =
        launched.start(
            command, "--port=0", "--handler-jar=" + adapted, "--handler=example.Adapted");

    try (RawClient client = new RawClient(launched.address())) {
      client.send(
          "POST /a?b HTTP/1.1\r\nHost: test\r\nX-Name: x\r\nContent-Length: 5\r\n\r\nhello");
      RawClient.Reply created = client.read();
      assertThat(created.status()).isEqualTo(201);
      assertThat(created.field("X-Seen")).isEqualTo("POST x");
      assertThat(created.text()).isEqualTo("hello");
      client.send("PROPFIND / HTTP/1.1\r\nHost: test\r\n\r\n");
      RawClient.Reply empty = client.readHeadOnly();
      assertThat(empty.status()).isEqualTo(204);
      assertThat(empty.field("X-Seen")).isEqualTo("PROPFIND null");
      assertThat(client.get("/silent").read().status()).isEqualTo(500);
      assertThat(client.get("/[").read().status()).isEqualTo(400);
    }
    command.stopSignal().receive();
    assertThat(exit.get()).isZero();
  }

  @Test
  void aStageServesAHandlerInsideTheJvmOfItsTest() throws Exception {
    Handler echo =
        request -> Response.status(Status.OK).body(new Body.Bytes(ByteBuffer.wrap(request.body())));
    Server server = new ProbeCommand().serve(echo, "--port=0");
    try (RawClient client = new RawClient(server.address())) {
      client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\nhello");
      assertThat(client.read().text()).isEqualTo("hello");
    } finally {
      assertThat(server.stop(Duration.ofSeconds(10))).isTrue();
    }
    assertThatThrownBy(() -> new ProbeCommand().serve(echo, "--prot=0"))
        .hasMessageContaining("--prot");
  }

  /** Experiments of the lab serve these. */
  @ParameterizedTest
  @CsvSource({
    "CarrierHolders, /park /monitor /loading /initializer /pool /spin, 'waited\n'",
    "OneInAHundred, /fast /block, 'done\n'",
    "SmallOrLarge, /small, 'small\n'",
    "Buffers, /local /fresh, xxxxxxxx"
  })
  void theHandlersOfExperimentsAnswerTheirPaths(String name, String paths, String answer)
      throws Exception {
    Path place = Files.createDirectory(folder.resolve(name));
    Path source = Path.of("../docs/examples").resolve(name + ".java");
    var command = new ProbeCommand();
    CompletableFuture<Integer> exit =
        launched.start(
            command,
            "--port=0",
            "--handler-jar=" + new CompiledJar(place).with(source).build(),
            "--handler=example." + name);

    try (RawClient client = new RawClient(launched.address())) {
      for (String path : paths.split(" ", -1)) {
        assertThat(client.get(path).read().text()).as(path).isEqualTo(answer);
      }
    }
    command.stopSignal().receive();
    assertThat(exit.get()).isZero();
  }

  private int run(String... arguments) {
    return launched.run(new ProbeCommand(), arguments);
  }
}
