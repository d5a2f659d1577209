package tailgate.http;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Reads the field lines of one request (RFC 9112 §5): their syntax, and the meaning of the fields
 * that frame the message: Host, Connection, Expect, Content-Length, Transfer-Encoding.
 *
 * <p>Not thread-safe.
 */
final class FieldsReader {

  private static final Field[] FIELDS = Field.values();

  private static final byte[] CLOSE = ascii("close");
  private static final byte[] KEEP_ALIVE = ascii("keep-alive");
  private static final byte[] CHUNKED = ascii("chunked");
  private static final byte[] CONTINUE = ascii("100-continue");

  /** Stands for this and any greater length; none of them is allowed. */
  private static final long TOO_LARGE = Long.MAX_VALUE;

  private final Limits limits;
  private final Request request;

  private int count;
  private boolean close;
  private boolean keepAlive;
  private boolean unknownExpectation;
  private int codings;
  private int chunkedCodings;
  private boolean lastIsChunked;

  FieldsReader(Limits limits, Request request) {
    this.limits = limits;
    this.request = request;
  }

  void begin() {
    count = 0;
    close = false;
    keepAlive = false;
    unknownExpectation = false;
    codings = 0;
    chunkedCodings = 0;
    lastIsChunked = false;
    request.present = 0;
    request.hostFrom = 0;
    request.hostTo = 0;
    request.acceptEncodingLines = 0;
    request.contentLength = 0;
    request.expectsContinue = false;
  }

  /**
   * Reads the line [from, to), which is not empty. Returns why it is refused, or null.
   *
   * @param start where the request begins
   */
  @Nullable Refusal line(byte[] bytes, int start, int from, int to) {
    if (++count > limits.fields()) {
      return Refusal.TOO_MANY_FIELDS;
    }
    if (bytes[from] == Octets.SP || bytes[from] == Octets.HTAB) {
      return Refusal.OBS_FOLD;
    }
    int colon = from;
    while (colon < to && Octets.isToken(bytes[colon])) {
      colon++;
    }
    if (colon == from || colon == to || bytes[colon] != Octets.COLON) {
      return Refusal.FIELD_NAME;
    }
    int valueFrom = Octets.skipSpace(bytes, colon + 1, to);
    for (int i = valueFrom; i < to; i++) {
      if (!Octets.isValue(bytes[i])) {
        return bytes[i] == Octets.CR ? Refusal.BARE_CR : Refusal.FIELD_VALUE;
      }
    }
    Field field = named(bytes, from, colon);
    return field == null
        ? null
        : known(field, bytes, start, valueFrom, Octets.trimEnd(bytes, valueFrom, to));
  }

  /** The field with this name, or null if the server does not read it. */
  private static @Nullable Field named(byte[] bytes, int from, int to) {
    int length = to - from;
    for (Field field : FIELDS) {
      // The length first: it rules out most names without a comparison of bytes.
      if (field.lowerCase.length == length
          && Octets.equalsIgnoreCase(bytes, from, to, field.lowerCase)) {
        return field;
      }
    }
    return null;
  }

  /** Checks the fields together, after the last line. Returns why they are refused, or null. */
  @Nullable Refusal end() {
    boolean http11 = request.version == Version.HTTP_1_1;
    if (http11 && !request.has(Field.HOST)) {
      return Refusal.HOST_MISSING;
    }
    request.persistent = !close && (http11 || keepAlive);
    request.expectsContinue &= http11; // RFC 9110 §10.1.1: ignored on 1.0
    request.chunked = request.has(Field.TRANSFER_ENCODING);
    if (request.chunked) {
      return framedByCoding(http11);
    }
    boolean tooLarge = request.contentLength > limits.body() || request.contentLength == TOO_LARGE;
    return tooLarge ? Refusal.BODY_TOO_LARGE : null;
  }

  /** Refuses codings that enable request smuggling, RFC 9112 §6.1 and §6.3. */
  private @Nullable Refusal framedByCoding(boolean http11) {
    if (!http11) {
      return Refusal.CODING_ON_1_0;
    }
    if (request.has(Field.CONTENT_LENGTH)) {
      return Refusal.LENGTH_WITH_CODING;
    }
    if (!lastIsChunked || chunkedCodings > 1) {
      return Refusal.CODING_INVALID;
    }
    return codings > 1 ? Refusal.CODING_UNKNOWN : null;
  }

  private @Nullable Refusal known(Field field, byte[] bytes, int start, int from, int to) {
    boolean repeated = request.has(field);
    request.present |= field.bit();
    return switch (field) {
      case HOST -> host(repeated, bytes, start, from, to);
      case CONTENT_LENGTH -> contentLength(repeated, bytes, from, to);
      case EXPECT -> {
        list(field, bytes, from, to);
        yield unknownExpectation ? Refusal.EXPECTATION_UNKNOWN : null;
      }
      case CONNECTION, TRANSFER_ENCODING -> {
        list(field, bytes, from, to);
        yield null;
      }
      case ACCEPT_ENCODING -> {
        request.acceptEncodingFrom = from - start;
        request.acceptEncodingTo = to - start;
        request.acceptEncodingLines++;
        yield null;
      }
      case ACCEPT,
          IF_MATCH,
          IF_MODIFIED_SINCE,
          IF_NONE_MATCH,
          IF_RANGE,
          IF_UNMODIFIED_SINCE,
          RANGE ->
          null; // for the handler
      case REFERER, USER_AGENT -> null; // for a log
    };
  }

  private @Nullable Refusal host(boolean repeated, byte[] bytes, int start, int from, int to) {
    if (repeated) {
      return Refusal.HOST_REPEATED;
    }
    if (request.hostTo == 0) { // a host in the target overrides it (RFC 9112 §3.2.2)
      request.hostFrom = from - start;
      request.hostTo = to - start;
    }
    return RequestLine.isAuthority(bytes, from, to) ? null : Refusal.HOST_INVALID;
  }

  /** Digits only: no sign, no list, no space. RFC 9112 §6.2 leaves "5, 5" to the server. */
  private @Nullable Refusal contentLength(boolean repeated, byte[] bytes, int from, int to) {
    if (repeated) {
      return Refusal.LENGTH_REPEATED;
    }
    if (from == to) {
      return Refusal.LENGTH_INVALID;
    }
    long length = 0;
    for (int i = from; i < to; i++) {
      if (!Octets.isDigit(bytes[i])) {
        return Refusal.LENGTH_INVALID;
      }
      int digit = bytes[i] - '0';
      length = length > (TOO_LARGE - digit) / 10 ? TOO_LARGE : length * 10 + digit;
    }
    request.contentLength = length;
    return null;
  }

  /** Reads the elements of a comma-separated list (RFC 9110 §5.6.1); empty ones are ignored. */
  private void list(Field field, byte[] bytes, int from, int to) {
    int at = from;
    while (at < to) {
      int end = at;
      while (end < to && bytes[end] != ',') {
        end++;
      }
      int first = Octets.skipSpace(bytes, at, end);
      if (first < end) {
        element(field, bytes, first, Octets.trimEnd(bytes, first, end));
      }
      at = end + 1;
    }
  }

  private void element(Field field, byte[] bytes, int from, int to) {
    if (field == Field.CONNECTION) {
      close |= Octets.equalsIgnoreCase(bytes, from, to, CLOSE);
      keepAlive |= Octets.equalsIgnoreCase(bytes, from, to, KEEP_ALIVE);
    } else if (field == Field.EXPECT) {
      boolean known = Octets.equalsIgnoreCase(bytes, from, to, CONTINUE);
      request.expectsContinue |= known;
      unknownExpectation |= !known;
    } else {
      codings++;
      lastIsChunked = Octets.equalsIgnoreCase(bytes, from, to, CHUNKED);
      chunkedCodings += lastIsChunked ? 1 : 0;
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
