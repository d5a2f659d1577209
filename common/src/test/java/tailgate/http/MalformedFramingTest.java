package tailgate.http;

import static tailgate.http.WireCases.accepted;
import static tailgate.http.WireCases.refused;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The catalogue of malformed and ambiguous messages: Content-Length and Transfer-Encoding. */
class MalformedFramingTest {

  /** Content that ends after five octets for one field and after all of it for the other. */
  private static final String CHUNKS = "0\r\n\r\n";

  private static String message(String fields, String content) {
    return "POST / HTTP/1.1\r\nHost: h\r\n" + fields + "\r\n\r\n" + content;
  }

  private static DynamicTest length(String why, String value, String content) {
    return accepted(why, message("Content-Length: " + value, content));
  }

  private static DynamicTest length(Refusal refusal, String why, String value) {
    return refused(refusal, why, message("Content-Length: " + value, "Hello"));
  }

  private static DynamicTest coding(String why, String value) {
    return accepted(why, message("Transfer-Encoding:" + value, CHUNKS));
  }

  private static DynamicTest coding(Refusal refusal, String why, String value) {
    return refused(refusal, why, message("Transfer-Encoding:" + value, CHUNKS));
  }

  @TestFactory
  Stream<DynamicTest> lengths() {
    String octal = "9110 §8.6: leading zeros, which do not make it octal";
    return Stream.of(
        length("9110 §8.6: a number", "5", "Hello"),
        length("9112 §5: space around it", "\t 5 \t", "Hello"),
        length(octal, "010", "0123456789"),
        length(octal, "0000000000000000000000000000000000000005", "Hello"),
        length("9110 §8.6: content may look like a request", "18", "GET / HTTP/1.0\r\n\r\n"),
        length("9112 §6.3: what follows an empty content is the next request", "0", ""),
        length("9112 §6.3: content may be CRLF", "4", "\r\n\r\n"),
        accepted(
            "9112 §6.3: content ends where it says for any method",
            "GET / HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nHello"),
        accepted(
            "9110 §7.6.1: an option of Connection hides no field from the receiver",
            message("Connection: Content-Length\r\nContent-Length: 5", "Hello")),
        accepted("9112 §6.3: neither field, no content", message("Connection: x", "")));
  }

  @TestFactory
  Stream<DynamicTest> invalidLengths() {
    String digits = "9110 §8.6: digits only";
    String list = "9110 §8.6: a list may be refused";
    return Stream.of(
        length(Refusal.LENGTH_INVALID, "9110 §8.6: one digit at least", ""),
        length(Refusal.LENGTH_INVALID, digits, "+5"),
        length(Refusal.LENGTH_INVALID, digits, "-5"),
        length(Refusal.LENGTH_INVALID, digits, "-0"),
        length(Refusal.LENGTH_INVALID, digits, "0x5"),
        length(Refusal.LENGTH_INVALID, digits, "0o5"),
        length(Refusal.LENGTH_INVALID, digits, "0_5"),
        length(Refusal.LENGTH_INVALID, digits, "5.0"),
        length(Refusal.LENGTH_INVALID, digits, "5e0"),
        length(Refusal.LENGTH_INVALID, digits, "5 0"),
        length(Refusal.LENGTH_INVALID, digits, "5;a=b"),
        length(Refusal.LENGTH_INVALID, digits, "\"5\""),
        length(Refusal.LENGTH_INVALID, digits, "5h"),
        length(Refusal.LENGTH_INVALID, digits, "\u00a05"),
        length(Refusal.LENGTH_INVALID, digits, "5\u0085"),
        length(Refusal.LENGTH_INVALID, digits, "\u00b9"),
        length(Refusal.LENGTH_INVALID, list, "5, 5"),
        length(Refusal.LENGTH_INVALID, list, "5,"),
        length(Refusal.LENGTH_INVALID, list, ", 5"),
        length(Refusal.LENGTH_INVALID, "9110 §8.6: lengths that differ", "0, 5"),
        length(Refusal.LENGTH_INVALID, "9112 §5.2: folded after nothing", "\r\n 5"),
        length(Refusal.FIELD_VALUE, "9110 §5.5: no control character", "\0135"),
        length(Refusal.FIELD_VALUE, "9110 §5.5: no control character", "5\0"),
        length(Refusal.BARE_CR, "9112 §2.2: no CR", "5\r"),
        length(Refusal.LENGTH_REPEATED, list, "5\r\nContent-Length: 5"),
        length(Refusal.LENGTH_REPEATED, "9110 §8.6: they differ", "0\r\ncontent-length: 5"),
        length(Refusal.LENGTH_INVALID, "9110 §8.6: one is empty", "\r\nContent-Length: 5"),
        length(Refusal.BODY_TOO_LARGE, "9110 §8.6: no overflow", "9223372036854775812"),
        length(Refusal.BODY_TOO_LARGE, "9110 §8.6: 5, modulo 2^32", "4294967301"),
        length(Refusal.BODY_TOO_LARGE, "9110 §8.6: 5, modulo 2^64", "18446744073709551621"));
  }

  @TestFactory
  Stream<DynamicTest> codings() {
    return Stream.of(
        coding("9112 §7: in any case", "cHUNKED"),
        coding("9112 §5: space around it", " \tchunked\t "),
        coding("9110 §5.6.1.2: empty elements are ignored", ", chunked"),
        coding("9110 §5.6.1.2: empty elements are ignored", "chunked ,,"),
        coding("9110 §5.6.1.2: on a line of their own too", "\r\nTransfer-Encoding: chunked"),
        accepted(
            "9112 §6.3: for any method",
            "GET / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n" + CHUNKS));
  }

  @TestFactory
  Stream<DynamicTest> invalidCodings() {
    String last = "9112 §6.3: chunked is not last";
    String once = "9112 §6.1: chunked is applied once";
    String other = "9112 §6.1: another coding";
    return Stream.of(
        coding(Refusal.CODING_INVALID, last, ""),
        coding(Refusal.CODING_INVALID, last, ","),
        coding(Refusal.CODING_INVALID, last, "identity"),
        coding(Refusal.CODING_INVALID, last, "chunk"),
        coding(Refusal.CODING_INVALID, last, "chunkedchunked"),
        coding(Refusal.CODING_INVALID, last, "chunked identity"),
        coding(Refusal.CODING_INVALID, last, "identity chunked"),
        coding(Refusal.CODING_INVALID, last, "chunked, gzip"),
        coding(Refusal.CODING_INVALID, last, "chunked\r\nTransfer-Encoding: identity"),
        coding(Refusal.CODING_INVALID, last, "'chunked'"),
        coding(Refusal.CODING_INVALID, last, "gzip;a=\"b, chunked\""),
        coding(Refusal.CODING_INVALID, last, "=?utf-8?q?chunked?="),
        coding(Refusal.CODING_INVALID, last, "\u00a0chunked"),
        coding(Refusal.CODING_INVALID, last, "chunked\u0085"),
        coding(Refusal.CODING_INVALID, last, "\u00ffchunked\u00ff"),
        coding(Refusal.CODING_INVALID, last, "ch\u00fcnked"),
        coding(Refusal.CODING_INVALID, "9112 §7.1: chunked has no parameters", "chunked;a=b"),
        coding(Refusal.CODING_INVALID, "9112 §7.1: not an empty one either", "chunked;"),
        coding(Refusal.CODING_INVALID, once, "chunked, chunked"),
        coding(Refusal.CODING_INVALID, once, "chunked\r\nTransfer-Encoding: chunked"),
        coding(Refusal.CODING_UNKNOWN, other, "gzip, chunked"),
        coding(Refusal.CODING_UNKNOWN, other, "identity\r\nTransfer-Encoding: chunked"),
        coding(Refusal.CODING_UNKNOWN, other, "\"chunked\", chunked"),
        coding(Refusal.FIELD_VALUE, "9110 §5.5: no control character", "\13chunked"),
        coding(Refusal.FIELD_VALUE, "9110 §5.5: no control character", "chunked\f"),
        coding(Refusal.FIELD_VALUE, "9110 §5.5: no control character", "chunked\0"),
        coding(Refusal.BARE_CR, "9112 §2.2: no CR", " chunked\r"));
  }

  @TestFactory
  Stream<DynamicTest> bothFields() {
    String both = "9112 §6.3: both fields may be refused";
    return Stream.of(
        refused(
            Refusal.LENGTH_WITH_CODING,
            both,
            message("Content-Length: 5\r\nTransfer-Encoding: chunked", CHUNKS)),
        refused(
            Refusal.LENGTH_WITH_CODING,
            both,
            message("Transfer-Encoding: chunked\r\nContent-Length: 5", CHUNKS)),
        refused(
            Refusal.LENGTH_WITH_CODING,
            "9112 §6.3: a length of 0 too",
            message("Transfer-Encoding: chunked\r\nContent-Length: 0", CHUNKS)),
        refused(
            Refusal.LENGTH_WITH_CODING,
            "9112 §6.3: a coding that is none too",
            message("Transfer-Encoding:\r\nContent-Length: 5", CHUNKS)),
        refused(
            Refusal.CODING_ON_1_0,
            "9112 §6.1: 1.0 has no transfer codings",
            "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n" + CHUNKS),
        refused(
            Refusal.CODING_ON_1_0,
            "9112 §6.1: with a length too",
            "POST / HTTP/1.0\r\nContent-Length: 5\r\nTransfer-Encoding: x\r\n\r\n" + CHUNKS));
  }
}
