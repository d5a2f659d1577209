package tailgate.http;

import java.nio.charset.StandardCharsets;

/**
 * The status codes that a response can have (RFC 9110 §15, RFC 6585): those that this server sends,
 * and those that handlers usually need.
 */
public enum Status {
  CONTINUE(100, "Continue"),
  OK(200, "OK"),
  CREATED(201, "Created"),
  ACCEPTED(202, "Accepted"),
  NO_CONTENT(204, "No Content"),
  PARTIAL_CONTENT(206, "Partial Content"),
  MOVED_PERMANENTLY(301, "Moved Permanently"),
  FOUND(302, "Found"),
  SEE_OTHER(303, "See Other"),
  NOT_MODIFIED(304, "Not Modified"),
  TEMPORARY_REDIRECT(307, "Temporary Redirect"),
  PERMANENT_REDIRECT(308, "Permanent Redirect"),
  BAD_REQUEST(400, "Bad Request"),
  UNAUTHORIZED(401, "Unauthorized"),
  FORBIDDEN(403, "Forbidden"),
  NOT_FOUND(404, "Not Found"),
  METHOD_NOT_ALLOWED(405, "Method Not Allowed"),
  REQUEST_TIMEOUT(408, "Request Timeout"),
  CONFLICT(409, "Conflict"),
  GONE(410, "Gone"),
  PRECONDITION_FAILED(412, "Precondition Failed"),
  CONTENT_TOO_LARGE(413, "Content Too Large"),
  URI_TOO_LONG(414, "URI Too Long"),
  UNSUPPORTED_MEDIA_TYPE(415, "Unsupported Media Type"),
  RANGE_NOT_SATISFIABLE(416, "Range Not Satisfiable"),
  EXPECTATION_FAILED(417, "Expectation Failed"),
  MISDIRECTED_REQUEST(421, "Misdirected Request"),
  UNPROCESSABLE_CONTENT(422, "Unprocessable Content"),
  TOO_MANY_REQUESTS(429, "Too Many Requests"),
  REQUEST_HEADER_FIELDS_TOO_LARGE(431, "Request Header Fields Too Large"),
  INTERNAL_SERVER_ERROR(500, "Internal Server Error"),
  NOT_IMPLEMENTED(501, "Not Implemented"),
  BAD_GATEWAY(502, "Bad Gateway"),
  SERVICE_UNAVAILABLE(503, "Service Unavailable"),
  GATEWAY_TIMEOUT(504, "Gateway Timeout"),
  HTTP_VERSION_NOT_SUPPORTED(505, "HTTP Version Not Supported");

  private final int code;
  private final String reason;

  @SuppressWarnings("ImmutableEnumChecker") // never changed, never exposed
  private final byte[] line;

  Status(int code, String reason) {
    this.code = code;
    this.reason = reason;
    this.line = ("HTTP/1.1 " + code + " " + reason + "\r\n").getBytes(StandardCharsets.US_ASCII);
  }

  /** Returns the three digits. */
  public int code() {
    return code;
  }

  /** The reason phrase, for people only. */
  public String reason() {
    return reason;
  }

  /** Whether a response with this status never has content (RFC 9110 §6.4.1). */
  public boolean hasNoContent() {
    return code < 200 || this == NO_CONTENT || this == NOT_MODIFIED;
  }

  /** Whether it reports an error of the client or the server (RFC 9110 §15.5, §15.6). */
  public boolean isError() {
    return code >= 400;
  }

  /** The whole status line with its CRLF. The caller must not change it. */
  byte[] line() {
    return line;
  }
}
