package tailgate.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.http.Response.Persistence;

/**
 * The hot path of this package makes no garbage: heads, content, the heads of responses, and the
 * answer to a client that has a copy.
 */
class GarbageTest {

  private static final int ROUNDS = 20_000;

  private static final int HEAD = 1 << 10;

  private final byte[] get =
      Heads.bytes(
          """
          GET /a HTTP/1.1\r
          Host: localhost\r
          If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT\r
          If-None-Match: "a"\r
          \r
          """);

  private final byte[] post =
      Heads.bytes(
          """
          POST /a/b?c HTTP/1.1\r
          Host: Localhost:8010\r
          Connection: keep-alive\r
          If-None-Match: "a"\r
          Transfer-Encoding: chunked\r
          \r
          5;x=y\r
          Hello\r
          0\r
          A: b\r
          \r
          """);

  /** The bytes of {@link #post}, in which the reader moves content. */
  private final byte[] received = new byte[post.length];

  private final RequestParser parser = new RequestParser(Limits.DEFAULT);
  private final AllowedHosts hosts = AllowedHosts.of(List.of("a.example", "localhost"));
  private final BodyReader body = new BodyReader(Limits.DEFAULT);
  private final InstantSource clock = InstantSource.fixed(Instant.EPOCH);
  private final DateField date = new DateField(clock);
  private final Response response = Response.status(Status.OK).text("Hello\n");
  private final Representation file =
      Representation.of("text/plain", response.body())
          .validators(EntityTag.strong("a"), Instant.EPOCH);
  private final ByteBuffer out = ByteBuffer.allocate(HEAD);

  @Test
  void aRequestAndItsResponseAllocateNothing() throws IOException {
    assertAllocatesNothing(this::servePost);
  }

  @Test
  void theAnswerToAClientThatHasACopyAllocatesNothing() throws IOException {
    assertAllocatesNothing(this::serveGet);
  }

  /** One round of a request. */
  private interface Serving {
    void serve() throws IOException;
  }

  private static void assertAllocatesNothing(Serving serving) throws IOException {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    assumeThat(threads.isThreadAllocatedMemoryEnabled()).isTrue();
    serving.serve();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int round = 0; round < ROUNDS; round++) {
      serving.serve();
    }
    long bytes = threads.getCurrentThreadAllocatedBytes() - before;

    assertThat(bytes).as("bytes in %d rounds", ROUNDS).isLessThan(ROUNDS);
  }

  private void servePost() {
    System.arraycopy(post, 0, received, 0, post.length);
    Request request = parse(received);
    body.begin(request);
    int length = parser.length();
    int content = body.consume(received, length, received.length);
    if (!hosts.allows(request) || length + content != post.length) {
      throw new AssertionError(content);
    }
    finish(response);
  }

  private void serveGet() throws IOException {
    Response answer = file.answer(parse(get), clock);
    if (answer.status() != Status.NOT_MODIFIED) {
      throw new AssertionError(answer.status());
    }
    finish(answer);
  }

  private Request parse(byte[] wire) {
    if (parser.parse(wire, 0, wire.length) != Progress.COMPLETE) {
      throw new AssertionError(parser.refusal());
    }
    parser.request().bind(wire, 0);
    return parser.request();
  }

  private void finish(Response answer) {
    parser.reset();
    answer.putHead(out.clear(), date, Persistence.IMPLICIT);
  }
}
