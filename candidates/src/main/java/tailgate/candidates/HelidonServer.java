package tailgate.candidates;

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
                          work.answer(request.path().rawPath(), request.query().rawValue());
                      response.status(reply.status());
                      reply.fields().forEach((name, value) -> response.header(name, value));
                      response.send(reply.body());
                    }))
        .build()
        .start();
  }
}
