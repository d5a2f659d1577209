package tailgate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.server.RawClient;
import tailgate.server.RawClient.Reply;
import tailgate.server.Wire;

/**
 * What every stage owes a handler from a user's jar: through its command line, on real sockets and
 * in wire bytes. Each stage inherits it.
 */
@Tag("slow")
public abstract class OwnHandlerContract {

  private static final String MINE =
      """
      package com.example;

      import java.nio.charset.StandardCharsets;
      import java.nio.file.Files;
      import java.nio.file.Path;
      import java.util.concurrent.CompletableFuture;
      import tailgate.http.DeferredResponse;
      import tailgate.http.Handler;
      import tailgate.http.Request;
      import tailgate.http.Response;
      import tailgate.http.Status;

      public final class Mine implements Handler, AutoCloseable {
        @Override
        public Response handle(Request request) throws Exception {
          return switch (request.path().toString()) {
            case "/exception" -> throw new Exception("checked");
            case "/error" -> throw new StackOverflowError("made up");
            case "/null" -> null;
            case "/later" ->
                new DeferredResponse(
                    CompletableFuture.runAsync(() -> {}),
                    again -> Response.status(Status.OK).text("later " + again.path() + "\\n"));
            case "/later-null" ->
                new DeferredResponse(CompletableFuture.runAsync(() -> {}), again -> null);
            case "/interim" -> Response.status(Status.CONTINUE).empty();
            case "/until-seen" -> {
              for (int i = 0; i < 1000 && !Files.exists(beside("seen")); i++) {
                Thread.sleep(10);
              }
              yield Response.status(Status.OK).text(Files.exists(beside("seen")) + "\\n");
            }
            case "/gone" -> Response.status(Status.NOT_FOUND).text("mine to say\\n");
            default -> {
              String body = new String(request.body(), StandardCharsets.UTF_8);
              yield Response.status(Status.OK)
                  .text(request.method() + " " + request.target() + body + "\\n");
            }
          };
        }

        @Override
        public void close() throws Exception {
          Files.createFile(beside("closed"));
        }

        private static Path beside(String name) throws Exception {
          var jar = Mine.class.getProtectionDomain().getCodeSource().getLocation();
          return Path.of(jar.toURI()).resolveSibling(name);
        }
      }
      """;

  @TempDir Path folder;

  private final Launched launched = new Launched();
  private StageCommand command;
  private CompletableFuture<Integer> exit;

  /** The stage with its defaults. */
  protected abstract StageCommand command();

  @BeforeEach
  void serve() throws IOException {
    Path jar = new CompiledJar(folder).with("com.example.Mine", MINE).build();
    command = command();
    exit =
        launched.start(
            command,
            "--port=0",
            "--keep-alive",
            "--handler-jar=" + jar,
            "--handler=com.example.Mine");
  }

  @Test
  void aClassOfTheUsersAnswersEveryMethodAndEveryPath() throws Exception {
    try (RawClient client = new RawClient(launched.address())) {
      assertThat(client.get("/a?b").read().text()).isEqualTo("GET /a?b\n");
      assertThat(client.get("/later").read().text()).isEqualTo("later /later\n");
      client.send(
          "HEAD / HTTP/1.1\r\nHost: test\r\n\r\n"
              + "POST /c HTTP/1.1\r\nHost: test\r\nContent-Length: 3\r\n\r\nabc");
      assertThat(client.readHeadOnly().field("Content-Length")).isEqualTo("7");
      assertThat(client.read().text()).isEqualTo("POST /cabc\n");
      Reply gone = client.get("/gone").read();
      assertThat(gone.status()).isEqualTo(404);
      assertThat(gone.text()).as("no page of a site speaks over it").isEqualTo("mine to say\n");
    }
    stop();
  }

  @Test
  void itReadsBodiesOfAnyLengthAlsoInChunks() throws Exception {
    String most = "x".repeat(1 << 20);
    try (RawClient client = new RawClient(launched.address())) {
      client.send("PUT /a HTTP/1.1\r\nHost: test\r\nContent-Length: " + most.length() + "\r\n\r\n");
      assertThat(client.send(most).read().text()).isEqualTo("PUT /a" + most + "\n");
      client.send(
          """
          PATCH /b HTTP/1.1\r
          Host: test\r
          Transfer-Encoding: chunked\r
          \r
          2\r
          he\r
          3\r
          llo\r
          0\r
          \r
          """);
      assertThat(client.read().text()).isEqualTo("PATCH /bhello\n");
    }
    stop();
  }

  @Test
  void aResponseArrivesWhileTheNextRequestOfThePipelineIsHandled() throws Exception {
    try (RawClient client = new RawClient(launched.address())) {
      client.send(Wire.get("/first") + Wire.get("/until-seen"));
      assertThat(client.read().text()).isEqualTo("GET /first\n");
      Files.createFile(folder.resolve("seen"));
      assertThat(client.read().text()).isEqualTo("true\n");
    }
    stop();
  }

  @Test
  void whateverItDoesWrongIs500AndCountedAndTheConnectionGoesOn() throws Exception {
    try (RawClient client = new RawClient(launched.address())) {
      for (String path :
          new String[] {"/exception", "/error", "/null", "/interim", "/later-null"}) {
        assertThat(client.get(path).read().status()).as(path).isEqualTo(500);
      }
      assertThat(client.get("/").read().text()).isEqualTo("GET /\n");
    }
    try (RawClient admin = new RawClient(launched.adminAddress())) {
      assertThat(admin.get("/stats").read().text())
          .contains("\"handlerFailures\" : 5")
          .contains("\"5xx\" : 5")
          .doesNotContain("\"cache\"");
      assertThat(admin.get("/metrics").read().text()).doesNotContain("tailgate_cache");
    }
    stop();
  }

  @Test
  void isClosedWhenTheServerHasStopped() throws Exception {
    assertThat(launched.address().getPort()).isPositive();
    assertThat(launched.out.toString())
        .contains("  handler    com.example.Mine of " + folder)
        .doesNotContain("  root ");
    assertThat(folder.resolve("closed")).doesNotExist();
    stop();
    assertThat(folder.resolve("closed")).exists();
  }

  private void stop() throws Exception {
    command.stopSignal().receive();
    assertThat(exit.get()).isZero();
  }
}
