package tailgate.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A socket without a network: the test says what arrives and how much is taken. One call takes or
 * gives one piece at most, so that every cut can be tried.
 */
public class StubChannel extends SocketChannel {

  private final Queue<ByteBuffer> arriving = new ArrayDeque<>();
  private final ByteArrayOutputStream sent = new ByteArrayOutputStream();

  /** Bytes that it takes before it is full. */
  public int room = Integer.MAX_VALUE;

  /** Most bytes that one call takes. */
  public int mostAtOnce = Integer.MAX_VALUE;

  /** Calls that read. */
  public int reads;

  /** Calls that wrote. */
  public int writes;

  /** Whether the client has ended its side. */
  public boolean ended;

  /** Whether the server has shut its input down. */
  public boolean inputShut;

  /** Whether the server has shut its output down. */
  public boolean outputShut;

  /** An open channel in this mode. */
  @SuppressWarnings("this-escape") // subclasses override what the server calls, not the mode
  public StubChannel(boolean blocking) throws IOException {
    super(SelectorProvider.provider());
    configureBlocking(blocking);
  }

  /** These characters arrive, one octet each, in one piece. */
  public StubChannel arrives(String text) {
    return arrives(text.getBytes(ISO_8859_1));
  }

  /** These bytes arrive, in one piece. */
  public StubChannel arrives(byte[] bytes) {
    arriving.add(ByteBuffer.wrap(bytes));
    return this;
  }

  /** What was sent, a character for each octet. */
  public String sent() {
    return sent.toString(ISO_8859_1);
  }

  /** What was sent. */
  public byte[] sentBytes() {
    return sent.toByteArray();
  }

  @Override
  public int read(ByteBuffer into) {
    reads++;
    ByteBuffer piece = arriving.peek();
    if (inputShut || piece == null) {
      return inputShut || ended ? -1 : 0;
    }
    int n = Math.min(into.remaining(), piece.remaining());
    into.put(piece.slice(piece.position(), n));
    piece.position(piece.position() + n);
    if (!piece.hasRemaining()) {
      arriving.remove();
    }
    return n;
  }

  @Override
  public int write(ByteBuffer from) {
    writes++;
    return take(from, mostAtOnce);
  }

  @Override
  public long write(ByteBuffer[] from, int offset, int length) {
    writes++;
    int taken = 0;
    for (int i = offset; i < offset + length; i++) {
      taken += take(from[i], mostAtOnce - taken);
    }
    return taken;
  }

  private int take(ByteBuffer from, int most) {
    int n = Math.min(Math.min(from.remaining(), room), most);
    byte[] bytes = new byte[n];
    from.get(bytes);
    sent.writeBytes(bytes);
    room -= n;
    return n;
  }

  @Override
  public SocketChannel shutdownInput() {
    inputShut = true;
    return this;
  }

  @Override
  public SocketChannel shutdownOutput() {
    outputShut = true;
    return this;
  }

  @Override
  protected void implCloseSelectableChannel() {}

  @Override
  protected void implConfigureBlocking(boolean block) {}

  // ---- never called

  @Override
  public <T> SocketChannel setOption(SocketOption<T> name, T value) {
    return this;
  }

  @Override
  public long read(ByteBuffer[] into, int offset, int length) {
    throw new UnsupportedOperationException();
  }

  @Override
  public SocketChannel bind(SocketAddress local) {
    throw new UnsupportedOperationException();
  }

  @Override
  public <T> T getOption(SocketOption<T> name) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Set<SocketOption<?>> supportedOptions() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Socket socket() {
    return new Socket() {
      @Override
      public InputStream getInputStream() {
        return new ByteArrayInputStream(new byte[available()]);
      }
    };
  }

  /** Bytes that a read would find at once. */
  protected int available() {
    return arriving.isEmpty() ? 0 : arriving.peek().remaining();
  }

  @Override
  public boolean isConnected() {
    return true;
  }

  @Override
  public boolean isConnectionPending() {
    return false;
  }

  @Override
  public boolean connect(SocketAddress remote) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean finishConnect() {
    throw new UnsupportedOperationException();
  }

  /** As of a socket that no kernel knows. */
  @Override
  public @Nullable SocketAddress getRemoteAddress() {
    return null;
  }

  @Override
  public @Nullable SocketAddress getLocalAddress() {
    return null;
  }
}
