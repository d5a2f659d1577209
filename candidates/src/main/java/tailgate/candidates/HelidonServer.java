package tailgate.candidates;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.WebServer;

/** Helidon SE, which has a virtual thread for each connection and nothing else. */
final class HelidonServer {

  private HelidonServer() {}

  static void start(int port, StageWork work) {
    WebServer.builder()
        .host(CandidateServer.HOST)
        .port(port)
        .connectionOptions(options -> options.tcpNoDelay(true)) // else answers are 40 ms late
        .routing(
            routing ->
                routing.any(
                    (request, response) -> {
                      Reply reply =
                          work.answer(
                              request.prologue().method().text(),
                              StageWork.target(
                                  request.path().rawPath(), request.query().rawValue()),
                              request.headers().first(HeaderNames.CONTENT_TYPE).orElse(null),
                              () -> request.content().inputStream().readAllBytes());
                      response.status(reply.status());
                      reply.fields().forEach((name, value) -> response.header(name, value));
                      response.send(reply.body());
                    }))
        .build()
        .start();
  }
}
