package tailgate.server;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * A non-blocking socket without a network: the same request arrives as often as the benchmark
 * wants, and written bytes are copied, as a kernel would. Makes no garbage. Not thread-safe.
 */
final class MemoryChannel extends SocketChannel {

  /** The request; read from its position. */
  private ByteBuffer request = ByteBuffer.allocate(0);

  /** The bytes written since a request arrived. */
  private final ByteBuffer sent;

  /** The number of writes since then. */
  private int writes;

  /** Accepts responses of up to this many bytes. */
  MemoryChannel(int most) throws IOException {
    super(SelectorProvider.provider());
    configureBlocking(false);
    sent = ByteBuffer.allocateDirect(most);
  }

  /** Sets the request that arrives from now on. */
  void request(String text) {
    request = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    request.position(request.limit());
  }

  /** The request arrives, once more. */
  void arrive() {
    request.rewind();
    sent.clear();
    writes = 0;
  }

  /** Bytes written since a request arrived. */
  int sent() {
    return sent.position();
  }

  /** The number of writes since a request arrived. */
  int writes() {
    return writes;
  }

  /** The bytes written since a request arrived, one character for each. */
  String sentText() {
    byte[] bytes = new byte[sent.position()];
    sent.get(0, bytes);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  @Override
  public int read(ByteBuffer into) {
    int length = Math.min(request.remaining(), into.remaining());
    into.put(into.position(), request, request.position(), length);
    into.position(into.position() + length);
    request.position(request.position() + length);
    return length;
  }

  @Override
  public int write(ByteBuffer from) {
    writes++;
    return take(from);
  }

  @Override
  public long write(ByteBuffer[] from, int offset, int length) {
    writes++;
    long taken = 0;
    for (int i = offset; i < offset + length; i++) {
      taken += take(from[i]);
    }
    return taken;
  }

  private int take(ByteBuffer from) {
    int length = from.remaining();
    sent.put(from);
    return length;
  }

  @Override
  public SocketChannel shutdownInput() {
    return this;
  }

  @Override
  public SocketChannel shutdownOutput() {
    return this;
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
  protected void implCloseSelectableChannel() {}

  @Override
  protected void implConfigureBlocking(boolean block) {}

  @Override
  public <T> SocketChannel setOption(SocketOption<T> name, T value) {
    return this;
  }

  // ---- not called by the server

  @Override
  public long read(ByteBuffer[] into, int offset, int length) {
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
  public SocketChannel bind(SocketAddress local) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Socket socket() {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean connect(SocketAddress remote) {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean finishConnect() {
    throw new UnsupportedOperationException();
  }

  @Override
  public SocketAddress getRemoteAddress() {
    throw new UnsupportedOperationException();
  }

  @Override
  public SocketAddress getLocalAddress() {
    throw new UnsupportedOperationException();
  }
}
