package tailgate.server.buffer;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.http.Body;
import tailgate.http.DateField;
import tailgate.http.Response;
import tailgate.http.Response.Persistence;
import tailgate.http.Status;
import tailgate.server.StubChannel;
import tailgate.server.StubTransfer;

final class WriteBufferTest {

  private static final int BUFFER = 1024;

  private final BufferPool pool = BufferPool.direct(BUFFER);
  private final DateField date = new DateField(InstantSource.fixed(Instant.EPOCH));
  private final StubChannel channel;
  private final WriteBuffer out = new WriteBuffer(pool, false);

  WriteBufferTest() throws IOException {
    channel = new StubChannel(false);
  }

  @Test
  void hasNothingToSendAtFirst() throws IOException {
    assertThat(out.isEmpty()).isTrue();
    assertThat(out.write(channel)).isEqualTo(WriteResult.ALL);
    assertThat(channel.writes).isZero();
  }

  @Test
  void sendsHeadAndSmallBodyInOneWrite() throws IOException {
    add(bytes("small"));
    assertThat(out.isSealed()).isFalse();
    assertThat(out.write(channel)).isEqualTo(WriteResult.ALL);
    assertThat(channel.writes).isEqualTo(1);
    assertThat(channel.sent()).startsWith("HTTP/1.1 200 OK\r\n").endsWith("\r\n\r\nsmall");
    assertThat(out.isEmpty()).isTrue();
  }

  @Test
  void sendsSeveralResponsesInOneWrite() throws IOException {
    add(bytes("first"));
    add(bytes("second"));
    add(bytes("third"));
    out.write(channel);
    assertThat(channel.writes).isEqualTo(1);
    assertThat(channel.sent().split("HTTP/1.1 200 OK", -1)).hasSize(4);
    assertThat(channel.sent()).endsWith("third");
  }

  @Test
  void sendsALargeBodyInMemoryAfterItsHeadInTheSameWrite() throws IOException {
    byte[] large = content(100_000);
    add(new Body.Bytes(ByteBuffer.wrap(large)));
    assertThat(out.isSealed()).isTrue();
    assertThat(out.write(channel)).isEqualTo(WriteResult.ALL);
    assertThat(channel.writes).isEqualTo(1);
    assertThat(body(large.length)).isEqualTo(large);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 100, 1023, 1024, 1025})
  void sendsAllOfALargeBodyHoweverLittleIsTakenAtOnce(int most) throws IOException {
    byte[] large = content(3_000);
    Body.Bytes body = new Body.Bytes(ByteBuffer.wrap(large));
    channel.mostAtOnce = most;
    add(body);
    sendAll();
    assertThat(body(large.length)).isEqualTo(large);
    assertThat(body.bytes().remaining()).as("shared, so left as it was").isEqualTo(3_000);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 100, 1023, 1024, 1025})
  void movesAllOfABodyHoweverLittleIsTakenAtOnce(int most) throws IOException {
    byte[] large = content(3_000);
    StubTransfer transfer = new StubTransfer(large);
    channel.mostAtOnce = most;
    add(transfer);
    sendAll();
    assertThat(body(large.length)).isEqualTo(large);
    assertThat(transfer.closed).isEqualTo(1);
  }

  @Test
  void saysWhenTheSocketIsFullAndGoesOnLater() throws IOException {
    StubTransfer transfer = new StubTransfer(content(3_000));
    channel.room = 1_000;
    add(transfer);
    out.write(channel);
    assertThat(out.write(channel)).isEqualTo(WriteResult.BLOCKED);
    assertThat(out.roomFor(1)).as("what is being sent is not added to").isNull();
    channel.room = 10_000;
    sendAll();
    assertThat(body(3_000)).isEqualTo(content(3_000));
  }

  @Test
  void sendsNoBodyAfterTheHeadOfAHead() throws IOException {
    StubTransfer transfer = new StubTransfer(content(3_000));
    add(out, ok(transfer), false);
    sendAll();
    assertThat(channel.sent()).contains("Content-Length: 3000\r\n").endsWith("\r\n\r\n");
    assertThat(transfer.closed).isEqualTo(1);
  }

  @Test
  void sendsAnEmptyTransfer() throws IOException {
    StubTransfer transfer = new StubTransfer(new byte[0]);
    add(transfer);
    assertThat(out.write(channel)).isEqualTo(WriteResult.ALL);
    assertThat(channel.sent())
        .endsWith("Content-Length: 0\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\n\r\n");
    assertThat(transfer.closed).isEqualTo(1);
  }

  @Test
  void copiesWhatABlockingChannelDoesNotLetItMove() throws IOException {
    StubTransfer transfer = new StubTransfer(content(3_000));
    transfer.stuck = true;
    StubChannel blockingChannel = new StubChannel(true);
    WriteBuffer blocking = new WriteBuffer(pool, true);
    add(blocking, ok(transfer), true);
    while (blocking.write(blockingChannel) != WriteResult.ALL) {
      // writes on
    }
    assertThat(tail(blockingChannel.sentBytes(), 3_000)).isEqualTo(content(3_000));
    assertThat(transfer.closed).isEqualTo(1);
  }

  @Test
  void copiesWhatMovesNothingThoughTheSocketHasRoomAgain() throws IOException {
    StubTransfer transfer = new StubTransfer(content(3_000));
    transfer.stuck = true;
    add(transfer);
    assertThat(out.write(channel)).as("the socket may be full").isEqualTo(WriteResult.BLOCKED);
    sendAll();
    assertThat(body(3_000)).isEqualTo(content(3_000));
    assertThat(transfer.closed).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void endsWhereABodyEndsBeforeItsLength(boolean blocking) throws IOException {
    StubTransfer transfer = new StubTransfer(content(3_000));
    transfer.end = 1_000;
    var buffer = new WriteBuffer(pool, blocking);
    add(buffer, ok(transfer), true);
    assertThat(buffer.write(channel)).isEqualTo(WriteResult.SOME);
    if (!blocking) {
      assertThat(buffer.write(channel)).isEqualTo(WriteResult.BLOCKED);
    }
    assertThatThrownBy(() -> buffer.write(channel)).isInstanceOf(EOFException.class);
    assertThat(buffer.unsentBytes()).isEqualTo(2_000);
  }

  @Test
  void hasRoomForAHeadBeyondAllMeasure() throws IOException {
    Response huge = Response.status(Status.OK).field("X", "y".repeat(5_000)).text("small");
    add(out, huge, true);
    sendAll();
    assertThat(channel.sent()).contains("X: " + "y".repeat(5_000) + "\r\n").endsWith("small");
    assertThat(pool.take().capacity()).isEqualTo(BUFFER);
  }

  @Test
  void hasItsBufferOnlyWhileThereIsSomethingToSend() throws IOException {
    ByteBuffer buffer = pool.take();
    pool.give(buffer);
    add(bytes("small"));
    assertThat(pool.take()).isNotSameAs(buffer);
    out.write(channel);
    assertThat(pool.take()).isSameAs(buffer);
  }

  @Test
  void forgetsWhatWasNotSentAndClosesIt() throws IOException {
    StubTransfer transfer = new StubTransfer(content(3_000));
    channel.room = 1_000;
    add(transfer);
    out.write(channel);
    out.release();
    out.release();
    assertThat(transfer.closed).isEqualTo(1);
    assertThat(out.isEmpty()).isTrue();
    assertThat(out.isSealed()).isFalse();
  }

  /** A thousand bytes, it says; but there are more, and it cannot be closed. */
  private static final class UnrulyBody implements Body.Transfer {

    private final StubTransfer more = new StubTransfer(content(3_000));

    @Override
    public long length() {
      return 1_000;
    }

    @Override
    public long transferTo(long position, long count, WritableByteChannel target)
        throws IOException {
      return more.transferTo(position, count, target);
    }

    @Override
    public int read(long position, ByteBuffer into) {
      return more.read(position, into);
    }

    @Override
    public void close() {
      throw new IllegalStateException("not now");
    }
  }

  @Test
  void takesNoMoreOfABodyThanItSaidAndEndsThoughItCannotBeClosed() throws IOException {
    add(new UnrulyBody());
    sendAll();
    assertThat(body(1_000)).isEqualTo(Arrays.copyOf(content(3_000), 1_000));
    assertThat(out.isEmpty()).isTrue();
  }

  private void add(Body body) {
    add(out, ok(body), true);
  }

  /** As a response writer does it. */
  private void add(WriteBuffer to, Response response, boolean withContent) {
    ByteBuffer head = Objects.requireNonNull(to.roomFor(response.headLength()));
    response.putHead(head, date, Persistence.IMPLICIT);
    to.add(response.body(), withContent);
  }

  private void sendAll() throws IOException {
    while (out.write(channel) != WriteResult.ALL) {
      // writes on
    }
  }

  private byte[] body(int length) {
    return tail(channel.sentBytes(), length);
  }

  private static Response ok(Body body) {
    return Response.status(Status.OK).body(body);
  }

  private static Body bytes(String text) {
    return new Body.Bytes(ByteBuffer.wrap(text.getBytes(ISO_8859_1)));
  }

  private static byte[] content(int length) {
    byte[] content = new byte[length];
    for (int i = 0; i < length; i++) {
      content[i] = (byte) (i * 31);
    }
    return content;
  }

  private static byte[] tail(byte[] bytes, int length) {
    return Arrays.copyOfRange(bytes, bytes.length - length, bytes.length);
  }
}
