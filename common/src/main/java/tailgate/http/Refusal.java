package tailgate.http;

import static tailgate.http.Status.BAD_REQUEST;
import static tailgate.http.Status.CONTENT_TOO_LARGE;
import static tailgate.http.Status.EXPECTATION_FAILED;
import static tailgate.http.Status.HTTP_VERSION_NOT_SUPPORTED;
import static tailgate.http.Status.NOT_IMPLEMENTED;
import static tailgate.http.Status.REQUEST_HEADER_FIELDS_TOO_LARGE;
import static tailgate.http.Status.URI_TOO_LONG;

/**
 * Why a message is refused. Each refusal closes the connection after the response, because the end
 * of a malformed message is unknown.
 */
public enum Refusal {
  NOT_HTTP(BAD_REQUEST, "The first byte is not the beginning of a request."),
  BARE_LF(BAD_REQUEST, "A line ends in LF without CR."),
  BARE_CR(BAD_REQUEST, "A CR stands outside a line ending."),
  REQUEST_LINE(BAD_REQUEST, "The request line is not \"method SP target SP version\"."),
  METHOD(BAD_REQUEST, "The method is not a token."),
  METHOD_TOO_LONG(NOT_IMPLEMENTED, "The method is longer than any that is known."),
  TARGET(BAD_REQUEST, "The request target is malformed."),
  TARGET_TOO_LONG(URI_TOO_LONG, "The request line is too long."),
  VERSION(BAD_REQUEST, "The protocol version is malformed."),
  VERSION_UNSUPPORTED(HTTP_VERSION_NOT_SUPPORTED, "Only HTTP/1.0 and HTTP/1.1 are supported."),
  FIELD_NAME(BAD_REQUEST, "A field name is not a token followed by a colon."),
  FIELD_VALUE(BAD_REQUEST, "A field value has a control character."),
  OBS_FOLD(BAD_REQUEST, "A field is folded over several lines."),
  FIELD_TOO_LONG(REQUEST_HEADER_FIELDS_TOO_LARGE, "A field line is too long."),
  TOO_MANY_FIELDS(REQUEST_HEADER_FIELDS_TOO_LARGE, "There are too many fields."),
  HEAD_TOO_LONG(REQUEST_HEADER_FIELDS_TOO_LARGE, "The head is too long."),
  HOST_MISSING(BAD_REQUEST, "An HTTP/1.1 request needs a Host field."),
  HOST_REPEATED(BAD_REQUEST, "There is more than one Host field."),
  HOST_INVALID(BAD_REQUEST, "The host is malformed."),
  LENGTH_INVALID(BAD_REQUEST, "Content-Length is not a single number."),
  LENGTH_REPEATED(BAD_REQUEST, "There is more than one Content-Length."),
  LENGTH_WITH_CODING(
      BAD_REQUEST, "Content-Length and Transfer-Encoding must not be sent together."),
  CODING_ON_1_0(BAD_REQUEST, "HTTP/1.0 has no Transfer-Encoding."),
  CODING_INVALID(BAD_REQUEST, "Transfer-Encoding does not end in a single chunked."),
  CODING_UNKNOWN(NOT_IMPLEMENTED, "The only supported transfer coding is chunked."),
  EXPECTATION_UNKNOWN(EXPECTATION_FAILED, "The only supported expectation is 100-continue."),
  CHUNK_INVALID(BAD_REQUEST, "A chunk is malformed."),
  TRAILERS_TOO_LONG(REQUEST_HEADER_FIELDS_TOO_LARGE, "The trailer section is too long."),
  BODY_TOO_LARGE(CONTENT_TOO_LARGE, "The content is too large.");

  private final Status status;
  private final String detail;

  Refusal(Status status, String detail) {
    this.status = status;
    this.detail = detail;
  }

  /** Returns the status of the response. */
  public Status status() {
    return status;
  }

  /** Returns one sentence that names the cause. It contains nothing that the client sent. */
  public String detail() {
    return detail;
  }
}
