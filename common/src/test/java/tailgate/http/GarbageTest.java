package tailgate.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.http.Response.Persistence;

/** The hot path of this package makes no garbage: heads, content, and the heads of responses. */
class GarbageTest {

  private static final int ROUNDS = 20_000;

  private final byte[] wire =
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

  private final RequestParser parser = new RequestParser(Limits.DEFAULT);
  private final AllowedHosts hosts = AllowedHosts.of(List.of("a.example", "localhost"));
  private final BodyReader body = new BodyReader(Limits.DEFAULT);
  private final DateField date = new DateField(InstantSource.fixed(Instant.EPOCH));
  private final Response response = Response.status(Status.OK).text("Hello\n");
  private final ByteBuffer out = ByteBuffer.allocate(response.headLength());

  @Test
  void aRequestAndItsResponseAllocateNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    assumeThat(threads.isThreadAllocatedMemoryEnabled()).isTrue();
    serve();
    long before = threads.getCurrentThreadAllocatedBytes();
    for (int round = 0; round < ROUNDS; round++) {
      serve();
    }
    long bytes = threads.getCurrentThreadAllocatedBytes() - before;

    assertThat(bytes).as("bytes in %d rounds", ROUNDS).isLessThan(ROUNDS);
  }

  private void serve() {
    Progress head = parser.parse(wire, 0, wire.length);
    parser.request().bind(wire, 0);
    body.begin(parser.request());
    int length = parser.length();
    int content = body.consume(wire, length, wire.length);
    if (head != Progress.COMPLETE
        || !hosts.allows(parser.request())
        || length + content != wire.length) {
      throw new AssertionError(head);
    }
    parser.reset();
    response.putHead(out.clear(), date, Persistence.IMPLICIT);
  }
}
