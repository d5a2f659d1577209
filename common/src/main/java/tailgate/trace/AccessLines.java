package tailgate.trace;

import java.nio.charset.StandardCharsets;
import tailgate.http.Field;
import tailgate.http.OctetSink;
import tailgate.http.Request;
import tailgate.server.observe.ObservedRequest;
import tailgate.server.observe.RequestObserver;

/**
 * Writes the access log lines of one connection into an array that is reused, and gives each line
 * to the log when its request has ended.
 *
 * <pre>
 *   127.0.0.1 - - [21/Nov/2026:09:05:07 +0100] "GET / HTTP/1.1" 200 612 "-" "curl/8.5.0"
 *   |-- always ---|                                                 |-- bytes
 * </pre>
 *
 * <p>The time is when a worker began. The bytes are those of the content, without the head, that
 * were really sent: {@code -} for none, as for HEAD and 304, and fewer than the whole if the client
 * went away (see {@link ObservedRequest#contentSent}). A refused request has its first line as far
 * as it came, or {@code -} if nothing came. A connection that is rejected with a 503 has {@code -}
 * as well, because its bytes were not parsed.
 *
 * <p>Confined to the owner of the connection.
 */
final class AccessLines implements RequestObserver {

  private static final byte[] NOTHING = "\"-\"".getBytes(StandardCharsets.US_ASCII);

  private final AccessLog log;
  private final LineBytes line = new LineBytes();
  private final OctetSink quoted = line::putQuoted;

  /** Where what all lines begin with ends. */
  private final int always;

  /** Where the number of bytes is in the line, once it is made. */
  private int bytesFrom;

  private int bytesTo;

  AccessLines(AccessLog log, String host) {
    this.log = log;
    line.put((host + " - - ").getBytes(StandardCharsets.US_ASCII));
    this.always = line.length();
  }

  @Override
  public void begun(ObservedRequest observed) {
    line.truncate(always);
    line.put(log.time());
    line.put(' ');
    bytesTo = 0;
  }

  @Override
  public void answered(ObservedRequest observed, Request request) {
    request.lendLine(quoted);
    putResponse(observed);
    if (log.format() == LogFormat.COMBINED) {
      putField(request, Field.REFERER);
      putField(request, Field.USER_AGENT);
    }
  }

  @Override
  public void refused(ObservedRequest observed, byte[] bytes, int from, int to) {
    if (from == to) {
      line.put(NOTHING);
    } else {
      line.putQuoted(bytes, from, to);
    }
    putUnread(observed);
  }

  @Override
  public void ended(ObservedRequest observed) {
    if (bytesTo == 0) { // an error kept it from having a response
      line.put(NOTHING);
      putUnread(observed);
    }
    if (observed.contentSent() != observed.contentLength()) {
      byte[] rest = line.cut(bytesFrom, bytesTo);
      putBytes(observed.contentSent());
      line.put(rest);
    }
    line.put('\n');
    log.append(line.array(), line.length());
    line.truncate(always);
  }

  @Override
  public void rejected(ObservedRequest observed) {
    begun(observed);
    line.put(NOTHING);
    putUnread(observed);
    line.put('\n');
    log.offer(line.array(), line.length());
  }

  /** The rest of the line of what was never read as a request. */
  private void putUnread(ObservedRequest observed) {
    putResponse(observed);
    if (log.format() == LogFormat.COMBINED) {
      putNothing();
      putNothing();
    }
  }

  /** Says that all of the content is sent; if it is not, that is put right at the end. */
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
      request.lend(field, quoted);
    } else {
      putNothing();
    }
  }

  private void putNothing() {
    line.put(' ');
    line.put(NOTHING);
  }
}
