package tailgate.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.http.Body;
import tailgate.http.Handler;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.server.RawClient.Reply;

/**
 * The last response of a connection arrives whole, whatever the client still sends. A socket that
 * is closed while it has unread bytes sends a reset, and the reset destroys what was not delivered.
 */
abstract class LastResponseContract extends AdversityContract {

  private static final byte[] CONTENT = bytes(2 << 20);
  private static final Duration SERVICE = Duration.ofMillis(50);

  /** Longer than the service, so that the server is done when the client begins to read. */
  private static final long CLIENT_SLEEPS_MILLIS = 250;

  private static final Handler SLOW =
      request -> {
        Thread.sleep(SERVICE);
        return Response.status(Status.OK).body(new Body.Bytes(ByteBuffer.wrap(CONTENT)));
      };

  @ParameterizedTest
  @CsvSource({"close, xx", "close, GET", "keep-alive, xx", "keep-alive, GET"})
  void arrivesWholeThoughTheClientSendsMoreMeanwhile(String connection, String more)
      throws Exception {
    server.close();
    server = start(TestServer.config(), SLOW);
    for (int i = 0; i < 3; i++) {
      try (RawClient client = server.connect()) {
        client.get("/", "Connection: " + connection);
        Thread.sleep(10);
        client.send(more.equals("GET") ? Wire.get("/") : more);
        Thread.sleep(CLIENT_SLEEPS_MILLIS);
        assertThat(client.read().body()).isEqualTo(CONTENT);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"xx", "GET"})
  void arrivesWholeAlsoFromAStageWithoutKeepAlive(String more) throws Exception {
    server.close();
    server = start(false, TestServer.config(), SLOW);
    for (int i = 0; i < 3; i++) {
      try (RawClient client = server.connect()) {
        client.get("/");
        Thread.sleep(10);
        client.send(more.equals("GET") ? Wire.get("/") : more);
        Thread.sleep(CLIENT_SLEEPS_MILLIS);
        Reply reply = client.read();
        assertThat(reply.field("Connection")).isEqualTo("close");
        assertThat(reply.body()).isEqualTo(CONTENT);
      }
    }
  }
}
