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
 * A non-blocking socket without a network: the same request arrives as often as it is told to, and
 * what is written is copied away, as a kernel would. Makes no garbage. Not thread-safe.
 */
final class MemoryChannel extends SocketChannel {

  /** What arrives; read from its position. */
  private ByteBuffer request = ByteBuffer.allocate(0);

  /** What was written since a request arrived. */
  private final ByteBuffer sent;

  /** How often it was written to since then. */
  private int writes;

  /** Takes responses of up to so many bytes. */
  MemoryChannel(int most) throws IOException {
    super(SelectorProvider.provider());
    configureBlocking(false);
    sent = ByteBuffer.allocateDirect(most);
  }

  /** From now on it is this request that arrives; nothing has yet. */
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

  /** How often it was written to since a request arrived. */
  int writes() {
    return writes;
  }

  /** What was written since a request arrived, an octet a character. */
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

  // ---- nobody asks for these

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
