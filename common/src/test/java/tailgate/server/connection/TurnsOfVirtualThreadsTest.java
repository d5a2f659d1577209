package tailgate.server.connection;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tailgate.http.Body;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.server.RawClient;
import tailgate.server.StubChannel;
import tailgate.server.Wire;

/**
 * Nobody takes a carrier from a virtual thread that does not wait, and one that serves a client as
 * fast as itself does not. Here all carriers have such a client, whose socket is never full and
 * never empty, until another virtual thread has run.
 */
final class TurnsOfVirtualThreadsTest {

  private static final long COMPUTE_NANOS = 4_000_000;

  /** A turn that responses end has 256; one that bytes alone would end has 3,000. */
  private static final int MOST_COMPUTED = 2_500;

  private static final byte[] MEMORY = new byte[1 << 20];

  private final CountDownLatch othersRun = new CountDownLatch(1);

  private final long end = System.nanoTime() + RawClient.PATIENCE.toNanos();

  private final Set<Thread> endedByOthers = ConcurrentHashMap.newKeySet();

  /** How often each thread has computed. */
  private final ConcurrentMap<Thread, Integer> computed = new ConcurrentHashMap<>();

  private final List<TestContext> contexts = new ArrayList<>();

  @AfterEach
  void close() {
    contexts.forEach(TestContext::close);
  }

  /** What a server does for a client. */
  enum Work {
    READ_PIPELINED_REQUESTS,
    COMPUTE_FOR_PIPELINED_REQUESTS,
    READ_CONTENT,
    SEND_MEMORY,
    TRANSFER,
    SEND_WHAT_CANNOT_BE_TRANSFERRED
  }

  @ParameterizedTest
  @EnumSource
  void letOthersRun(Work work) throws Exception {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
      Connection connection = connect(work);
      threads.add(Thread.ofVirtual().start(connection::proceed));
    }
    threads.add(Thread.ofVirtual().start(othersRun::countDown));
    othersRun.await();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(endedByOthers).as("threads that had work until then").hasSize(threads.size() - 1);
  }

  /** On a virtual thread each sleep leaves a parking permit, with which the next park is none. */
  @Test
  void theReadAfterAHandlerThatSleptWaits() throws Exception {
    TestContext context =
        new TestContext(
            request -> {
              Thread.sleep(1);
              return Response.status(Status.OK).empty();
            });
    contexts.add(context);
    StubChannel channel =
        new StubChannel(true) {
          @Override
          public int read(ByteBuffer into) {
            if (reads == 1) {
              LockSupport.park(); // as that of a socket without bytes
            }
            return super.read(into);
          }
        };
    channel.ended = true;
    Connection connection = context.connect(channel.arrives(Wire.get("/")));
    Thread thread = Thread.ofVirtual().start(connection::proceed);

    Awaitility.await()
        .until(thread::getState, Set.of(Thread.State.WAITING, Thread.State.TERMINATED)::contains);
    assertThat(thread.getState()).isEqualTo(Thread.State.WAITING);
    LockSupport.unpark(thread);
    thread.join();
  }

  private Connection connect(Work work) throws IOException {
    TestContext context =
        new TestContext(
            TestContext.prompt(request -> Response.status(Status.OK).body(body(request))));
    contexts.add(context);
    return context.connect(
        switch (work) {
          case READ_PIPELINED_REQUESTS -> client("", Wire.get("/small"));
          case COMPUTE_FOR_PIPELINED_REQUESTS -> client("", Wire.get("/compute").repeat(1_000));
          case READ_CONTENT ->
              client(
                  "",
                  Wire.lines(
                          """
                          POST /small HTTP/1.1
                          Host: test
                          Content-Length: 1000000

                          """)
                      + "x".repeat(1_000_000));
          case SEND_MEMORY -> client("", Wire.get("/memory"));
          case TRANSFER -> client(Wire.get("/transfer"), "");
          case SEND_WHAT_CANNOT_BE_TRANSFERRED -> client(Wire.get("/refuses"), "");
        });
  }

  private Body body(Request request) {
    return switch (request.path().toString()) {
      case "/compute" -> compute();
      case "/memory" -> new Body.Bytes(ByteBuffer.wrap(MEMORY));
      case "/transfer" -> new Endless(false);
      case "/refuses" -> new Endless(true);
      default -> Body.EMPTY;
    };
  }

  private Body compute() {
    computed.merge(Thread.currentThread(), 1, Integer::sum);
    long until = System.nanoTime() + COMPUTE_NANOS;
    while (System.nanoTime() - until < 0 && goesOn()) {
      Thread.onSpinWait();
    }
    return Body.EMPTY;
  }

  private boolean goesOn() {
    if (othersRun.getCount() == 0) {
      endedByOthers.add(Thread.currentThread());
      return false;
    }
    return System.nanoTime() - end < 0
        && computed.getOrDefault(Thread.currentThread(), 0) < MOST_COMPUTED;
  }

  /** Sends one message, and then the other one again and again. Takes all that it is sent. */
  private StubChannel client(String first, String always) throws IOException {
    return new StubChannel(true) {

      private ByteBuffer arriving = ByteBuffer.wrap(first.getBytes(US_ASCII));

      @Override
      public int read(ByteBuffer into) {
        if (!arriving.hasRemaining()) {
          if (always.isEmpty() || !goesOn()) {
            return -1;
          }
          arriving = ByteBuffer.wrap(always.getBytes(US_ASCII));
        }
        int n = Math.min(into.remaining(), arriving.remaining());
        into.put(arriving.slice(arriving.position(), n));
        arriving.position(arriving.position() + n);
        return n;
      }

      @Override
      protected int available() {
        return Math.max(arriving.remaining(), always.length());
      }

      @Override
      public int write(ByteBuffer from) {
        int n = from.remaining();
        from.position(from.limit());
        return n;
      }

      @Override
      public long write(ByteBuffer[] from, int offset, int length) {
        long n = 0;
        for (int i = offset; i < offset + length; i++) {
          n += write(from[i]);
        }
        return n;
      }
    };
  }

  /** The content of a response to which others have to put an end. */
  private final class Endless implements Body.Transfer {

    private final boolean refuses;

    Endless(boolean refuses) {
      this.refuses = refuses;
    }

    @Override
    public long length() {
      return Long.MAX_VALUE / 2;
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target)
        throws IOException {
      if (!goesOn()) {
        throw new EOFException("the end");
      }
      return refuses ? 0 : count;
    }

    @Override
    public int read(long position, ByteBuffer into) {
      int n = into.remaining();
      into.position(into.limit());
      return n;
    }

    @Override
    public void close() {}
  }
}
