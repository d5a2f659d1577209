package tailgate.trace;

import java.nio.charset.StandardCharsets;
import tailgate.http.Field;
import tailgate.http.OctetSink;
import tailgate.http.Request;
import tailgate.server.observe.ObservedRequest;
import tailgate.server.observe.RequestObserver;

/**
 * Formats the log lines of one connection in an array of its own, and appends each when its request
 * has ended.
 *
 * <pre>
 *   127.0.0.1 - - [21/Nov/2026:09:05:07 +0100] "GET / HTTP/1.1" 200 612 "-" "curl/8.5.0"
 *   |-- prefix --|                                                  |-- bytes
 * </pre>
 *
 * <p>The time is the moment when a worker began. The bytes are those of the content that were
 * really sent, without the head: {@code -} for none, as for HEAD and 304, and fewer than the whole
 * if the client disconnected (see {@link ObservedRequest#contentSent}). A refused request has the
 * received part of its first line, or {@code -} if nothing was received. A connection that was
 * rejected with 503 before a worker read from it also has {@code -}.
 *
 * <p>Confined to the owner of the connection.
 */
final class AccessLogLines implements RequestObserver {

  private static final byte[] NONE = "\"-\"".getBytes(StandardCharsets.US_ASCII);

  private final LogFormat format;
  private final LogTime time;
  private final LineBuffer lines;
  private final LineBuilder line = new LineBuilder();
  private final OctetSink quoting = line::putQuoted;

  /** The end of the part that all lines have in common. */
  private final int prefixLength;

  /** Where the number of bytes is in the line, once it is formatted. */
  private int bytesFrom;

  private int bytesTo;

  AccessLogLines(LogFormat format, LogTime time, LineBuffer lines, String host) {
    this.format = format;
    this.time = time;
    this.lines = lines;
    line.put((host + " - - ").getBytes(StandardCharsets.US_ASCII));
    this.prefixLength = line.length();
  }

  @Override
  public void begun(ObservedRequest observed) {
    line.truncate(prefixLength);
    line.put(time.now());
    line.put(' ');
    bytesTo = 0;
  }

  @Override
  public void answered(ObservedRequest observed, Request request) {
    request.lendLine(quoting);
    putResponse(observed);
    if (format == LogFormat.COMBINED) {
      putField(request, Field.REFERER);
      putField(request, Field.USER_AGENT);
    }
  }

  @Override
  public void refused(ObservedRequest observed, byte[] bytes, int from, int to) {
    if (from == to) {
      line.put(NONE);
    } else {
      line.putQuoted(bytes, from, to);
    }
    putUnread(observed);
  }

  @Override
  public void ended(ObservedRequest observed) {
    if (bytesTo == 0) { // an error prevented a response
      line.put(NONE);
      putUnread(observed);
    }
    if (observed.contentSent() != observed.contentLength()) {
      byte[] rest = line.cut(bytesFrom, bytesTo);
      putBytes(observed.contentSent());
      line.put(rest);
    }
    line.put('\n');
    lines.append(line.array(), line.length());
    line.truncate(prefixLength);
  }

  @Override
  public void rejected(ObservedRequest observed) {
    begun(observed);
    line.put(NONE);
    putUnread(observed);
    line.put('\n');
    lines.offer(line.array(), line.length());
  }

  /** The rest of the line for a message that was never read as a request. */
  private void putUnread(ObservedRequest observed) {
    putResponse(observed);
    if (format == LogFormat.COMBINED) {
      putNone();
      putNone();
    }
  }

  /** Assumes that all of the content will be sent; {@link #ended} corrects it. */
  private void putResponse(ObservedRequest observed) {
    line.put(' ');
    line.putNumber(observed.status().code());
    line.put(' ');
    bytesFrom = line.length();
    putBytes(observed.contentLength());
    bytesTo = line.length();
  }

  private void putBytes(long count) {
    if (count == 0) {
      line.put('-');
    } else {
      line.putNumber(count);
    }
  }

  private void putField(Request request, Field field) {
    if (request.has(field)) {
      line.put(' ');
      request.lend(field, quoting);
    } else {
      putNone();
    }
  }

  private void putNone() {
    line.put(' ');
    line.put(NONE);
  }
}
