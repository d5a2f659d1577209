package tailgate.candidates;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

/** The JDK's {@code com.sun.net.httpserver}, with a thread for each request. */
final class JdkServer {

  private JdkServer() {}

  static void start(int port, StageWork work, boolean virtual) throws IOException {
    // Else answers are 40 ms late: the end of one waits until the client has confirmed the rest.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    // Else it closes all idle connections but 200.
    System.setProperty("sun.net.httpserver.maxIdleConnections", "100000");
    HttpServer server = HttpServer.create(new InetSocketAddress(CandidateServer.HOST, port), 0);
    // Else one thread serves all requests.
    server.setExecutor(
        virtual ? Executors.newVirtualThreadPerTaskExecutor() : Executors.newCachedThreadPool());
    server.createContext("/", exchange -> answer(exchange, work));
    server.start();
  }

  private static void answer(HttpExchange exchange, StageWork work) throws IOException {
    try (exchange) {
      Reply reply =
          work.answer(
              exchange.getRequestMethod(),
              exchange.getRequestURI().toString(),
              exchange.getRequestHeaders().getFirst("Content-Type"),
              exchange.getRequestBody()::readAllBytes);
      reply.fields().forEach(exchange.getResponseHeaders()::set);
      // 0 would be a body of unknown length.
      exchange.sendResponseHeaders(
          reply.status(), reply.body().length == 0 ? -1 : reply.body().length);
      exchange.getResponseBody().write(reply.body());
    }
  }
}
