package example;

import io.helidon.config.Config;
import io.helidon.webserver.WebServer;

/** A server whose requests wait, as for a back end; each has a virtual thread. */
public final class Main {

  private Main() {}

  /** Listens where the configuration says: {@code server.port}, or SERVER_PORT. */
  public static void main(String[] args) {
    WebServer.builder()
        .config(Config.create().get("server"))
        .routing(
            routing ->
                routing.get(
                    "/orders",
                    (request, response) -> {
                      Thread.sleep(100);
                      response.send("[]");
                    }))
        .build()
        .start();
  }
}
