package tailgate.trace;

import java.nio.charset.StandardCharsets;
import tailgate.http.Field;
import tailgate.http.OctetSink;
import tailgate.http.Request;
import tailgate.server.Exchange;
import tailgate.server.RequestObserver;

/**
 * Makes the lines of one connection, in the array that it keeps for them, and hands each over when
 * its request has ended.
 *
 * <pre>
 *   127.0.0.1 - - [21/Nov/2026:09:05:07 +0100] "GET / HTTP/1.1" 200 612 "-" "curl/8.5.0"
 *   |-- prefixLength ---|                                                 |-- bytes
 * </pre>
 *
 * <p>The time is when a worker began. The bytes are those of the content, without head, that were
 * really sent: {@code -} for none, as for HEAD and 304, and fewer than the whole where the client
 * went away (see {@link Exchange#contentSent}). A refused request has its first line as far as it
 * came, or {@code -} where nothing came. What is turned away with a 503 before a worker saw it has
 * {@code -} as well, for nobody has looked at what came.
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

  /** Where what all lines begin with ends. */
  private final int prefixLength;

  /** Where the number of bytes is in the line, once it is made. */
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
  public void begun(Exchange exchange) {
    line.truncate(prefixLength);
    line.put(time.now());
    line.put(' ');
    bytesTo = 0;
  }

  @Override
  public void answered(Exchange exchange, Request request) {
    request.lendLine(quoting);
    putResponse(exchange);
    if (format == LogFormat.COMBINED) {
      putField(request, Field.REFERER);
      putField(request, Field.USER_AGENT);
    }
  }

  @Override
  public void refused(Exchange exchange, byte[] bytes, int from, int to) {
    if (from == to) {
      line.put(NONE);
    } else {
      line.putQuoted(bytes, from, to);
    }
    putUnread(exchange);
  }

  @Override
  public void ended(Exchange exchange) {
    if (bytesTo == 0) { // an error kept it from having a response
      line.put(NONE);
      putUnread(exchange);
    }
    if (exchange.contentSent() != exchange.contentLength()) {
      byte[] rest = line.cut(bytesFrom, bytesTo);
      putBytes(exchange.contentSent());
      line.put(rest);
    }
    line.put('\n');
    lines.append(line.array(), line.length());
    line.truncate(prefixLength);
  }

  @Override
  public void turnedAway(Exchange exchange) {
    begun(exchange);
    line.put(NONE);
    putUnread(exchange);
    line.put('\n');
    lines.offer(line.array(), line.length());
  }

  /** The rest of the line of what was never read as a request. */
  private void putUnread(Exchange exchange) {
    putResponse(exchange);
    if (format == LogFormat.COMBINED) {
      putNone();
      putNone();
    }
  }

  /** Says that all of the content is sent; if it is not, that is put right at the end. */
  private void putResponse(Exchange exchange) {
    line.put(' ');
    line.putNumber(exchange.status().code());
    line.put(' ');
    bytesFrom = line.length();
    putBytes(exchange.contentLength());
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
