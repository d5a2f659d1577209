package tailgate.server;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import tailgate.http.BodyReader;
import tailgate.http.Limits;
import tailgate.http.OctetSink;
import tailgate.http.Progress;
import tailgate.http.Refusal;
import tailgate.http.Request;
import tailgate.http.RequestParser;

/**
 * The receiving side of a connection: makes requests of bytes, one after the other.
 *
 * <p>Confined to the thread that proceeds the connection.
 */
final class RequestReader {

  private final SocketChannel channel;
  private final ReadBuffer input = new ReadBuffer();
  private final RequestParser parser;
  private final BodyReader body;

  /** Whether the client has ended its side. */
  private boolean ended;

  /** Whether the client waits for 100 (Continue). */
  private boolean continueExpected;

  RequestReader(SocketChannel channel, Limits limits) {
    this.channel = channel;
    this.parser = new RequestParser(limits);
    this.body = new BodyReader(limits);
  }

  // ---- bytes

  /** Reads once, as {@link SocketChannel#read} does. */
  int read() throws IOException {
    int n = input.read(channel);
    ended = n < 0;
    return n;
  }

  /** Reads once after a pause in which anything may have arrived. */
  int readAgain() throws IOException {
    input.refill();
    return read();
  }

  boolean ended() {
    return ended;
  }

  /** Whether every byte that was read is used up. */
  boolean isEmpty() {
    return input.isEmpty();
  }

  /** Whether the socket had nothing left after the last read. */
  boolean drained() {
    return input.drained();
  }

  // ---- requests

  /** How far the head has come with the bytes that are there. */
  Progress head() {
    return parser.parse(input.array(), input.start(), input.end());
  }

  /** Whether content follows the complete head. */
  boolean hasBody() {
    return parser.request().hasBody();
  }

  /** Begins with the content after the complete head. */
  void beginBody() {
    Request request = parser.request();
    body.begin(request);
    boolean begun = input.end() > input.start() + parser.length();
    continueExpected = request.expectsContinue() && !begun;
  }

  /** How far the content has come; what there was of it is dropped. */
  Progress body() {
    int from = input.start() + parser.length();
    input.cut(from, body.consume(input.array(), from, input.end()));
    return body.progress();
  }

  /** Whether the client wants to be told to continue; true once for each request. */
  boolean takeContinueExpected() {
    boolean expected = continueExpected;
    continueExpected = false;
    return expected;
  }

  /** Lends the first line, as far as it came, of what will be no request; it may be empty. */
  void lendFirstLine(OctetSink sink) {
    byte[] bytes = input.array();
    int from = input.start();
    while (from < input.end() && (bytes[from] == '\r' || bytes[from] == '\n')) {
      from++;
    }
    int to = from;
    while (to < input.end() && bytes[to] != '\n') {
      to++;
    }
    sink.accept(bytes, from, to > from && bytes[to - 1] == '\r' ? to - 1 : to);
  }

  Refusal headRefusal() {
    return parser.refusal();
  }

  Refusal bodyRefusal() {
    return body.refusal();
  }

  /** The request whose head is complete, until {@link #next}. */
  Request request() {
    Request request = parser.request();
    request.bind(input.array(), input.start());
    return request;
  }

  /** Uses the request up, and begins with the one after it. */
  void next() {
    input.consume(parser.length());
    parser.reset();
  }
}
