package tailgate.lab.compare;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Headers to which a server does not listen cannot be compared. */
class HeaderEffectTest {

  private HttpServer server;
  private URI resource;

  @BeforeEach
  void start() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          boolean isFrench = "fr".equals(exchange.getRequestHeaders().getFirst("Accept-Language"));
          byte[] body = (isFrench ? "oui" : "yes!").getBytes(US_ASCII);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    resource = URI.create("http://localhost:" + server.getAddress().getPort() + "/");
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void answersThatDifferAreNoMatter() throws Exception {
    assertThat(HeaderEffect.objection(resource, Map.of("Accept-Language", "fr"))).isEmpty();
  }

  @Test
  void equalAnswersAreSaid() throws Exception {
    assertThat(HeaderEffect.objection(resource, Map.of("Accept-Encoding", "br")))
        .contains("(its headers change nothing: 4 bytes either way) ");
  }

  @Test
  void withoutHeadersNobodyIsAsked() throws Exception {
    assertThat(HeaderEffect.objection(URI.create("http://localhost:0/"), Map.of())).isEmpty();
  }
}
