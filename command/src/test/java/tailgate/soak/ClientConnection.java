package tailgate.soak;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;

/** A connection of a client that can tell a lost response from a cut one. Not thread-safe. */
final class ClientConnection implements AutoCloseable {

  /** So long that a server under load has answered, and so short that a lost response is seen. */
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  /** A client that is silent for longer has to expect that the server ends the connection. */
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(1);

  private final Socket socket = new Socket();
  private final CountedInput in;
  private final int localPort;

  /** When it was connected, or the last response was complete. */
  private long silentSince;

  /** Connects. */
  ClientConnection(InetSocketAddress server) throws IOException {
    this(server, 0);
  }

  /** Connects with a receive buffer of this many bytes, or the usual one for 0. */
  ClientConnection(InetSocketAddress server, int receiveBuffer) throws IOException {
    int timeout = Math.toIntExact(TIMEOUT.toMillis());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(timeout);
    try {
      if (receiveBuffer > 0) {
        socket.setReceiveBufferSize(receiveBuffer);
      }
      socket.connect(server, timeout);
      localPort = socket.getLocalPort();
      silentSince = System.nanoTime();
      in = new CountedInput(new BufferedInputStream(socket.getInputStream()));
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** The port of its own end; also after it was closed. */
  int localPort() {
    return localPort;
  }

  /** Sends a request and reads its response. */
  Outcome ask(GoodRequest request) {
    Outcome failure = null;
    try {
      send(request.wire());
    } catch (IOException e) {
      failure = new Outcome.Lost("write: " + e.getMessage());
    }
    boolean late = System.nanoTime() - silentSince > LONGEST_SILENCE.toNanos();
    Outcome outcome = failure == null ? read(request) : failure;
    return late && !(outcome instanceof Outcome.Answered) ? new Outcome.Late() : outcome;
  }

  /** Reads the response to a request that has been sent. */
  Outcome read(GoodRequest request) {
    in.count = 0;
    try {
      Answer answer = Answer.read(in, request.bodyFollows());
      silentSince = System.nanoTime();
      return answer == null
          ? new Outcome.Lost("end of the stream")
          : new Outcome.Answered(
              request.right().test(answer), answer.closes(), request.name() + ": " + answer);
    } catch (IOException e) {
      String why = request.name() + ": " + e.getMessage();
      return in.count == 0 ? new Outcome.Lost(why) : new Outcome.Cut(why);
    }
  }

  void send(byte[] wire) throws IOException {
    socket.getOutputStream().write(wire);
  }

  /** What the server sends, without a check. */
  InputStream input() {
    return in;
  }

  /** Resets the connection instead of closing it. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  private static final class CountedInput extends FilterInputStream {
    /** Bytes read since it was last set to 0. */
    private long count;

    CountedInput(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int octet = super.read();
      count += octet < 0 ? 0 : 1;
      return octet;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int n = super.read(target, offset, length);
      count += Math.max(n, 0);
      return n;
    }
  }
}
