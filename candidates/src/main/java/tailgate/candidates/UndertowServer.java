package tailgate.candidates;

import io.undertow.Undertow;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

/** Undertow with a handler that may block: its I/O threads dispatch each request. */
final class UndertowServer {

  private UndertowServer() {}

  static void start(int port, StageWork work, boolean virtual) {
    HttpHandler handler = exchange -> answer(exchange, work);
    Executor threads = Executors.newVirtualThreadPerTaskExecutor();
    Undertow.builder()
        .addHttpListener(port, CandidateServer.HOST)
        .setHandler(
            virtual
                ? exchange -> exchange.dispatch(threads, handler)
                : exchange -> exchange.dispatch(handler)) // to its worker threads
        .build()
        .start();
  }

  private static void answer(HttpServerExchange exchange, StageWork work) throws IOException {
    Reply reply =
        work.answer(
            exchange.getRequestMethod().toString(),
            StageWork.target(exchange.getRequestURI(), exchange.getQueryString()),
            exchange.getRequestHeaders().getFirst(Headers.CONTENT_TYPE),
            () -> {
              exchange.startBlocking();
              return exchange.getInputStream().readAllBytes();
            });
    exchange.setStatusCode(reply.status());
    reply
        .fields()
        .forEach((name, value) -> exchange.getResponseHeaders().put(new HttpString(name), value));
    exchange.getResponseSender().send(ByteBuffer.wrap(reply.body()));
  }
}
