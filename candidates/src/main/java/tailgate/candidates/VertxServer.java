package tailgate.candidates;

import io.netty.buffer.Unpooled;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.internal.buffer.BufferInternal;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Vert.x: the handler runs on the event loop. */
final class VertxServer {

  private VertxServer() {}

  static void start(int port, StageWork work) {
    Vertx vertx = Vertx.vertx();
    // Else one event loop serves all connections.
    int loops = Runtime.getRuntime().availableProcessors();
    vertx
        .deployVerticle(
            () ->
                context ->
                    vertx
                        .createHttpServer()
                        .requestHandler(request -> take(request, work))
                        .listen(port, CandidateServer.HOST),
            new DeploymentOptions().setInstances(loops))
        .toCompletionStage()
        .toCompletableFuture()
        .join();
  }

  private static void take(HttpServerRequest request, StageWork work) {
    if (work.readsBody()) {
      request.body().onSuccess(body -> answer(request, work, body.getBytes()));
    } else {
      answer(request, work, new byte[0]);
    }
  }

  private static void answer(HttpServerRequest request, StageWork work, byte[] body) {
    try {
      String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
      Reply reply = work.answer(request.method().name(), request.uri(), type, () -> body);
      HttpServerResponse response = request.response().setStatusCode(reply.status());
      reply.fields().forEach((name, value) -> response.putHeader(name, value));
      // Buffer.buffer would copy the bytes for each response.
      response.end(BufferInternal.buffer(Unpooled.wrappedBuffer(reply.body())));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // answered with 500
    }
  }
}
