package tailgate.http;

import static tailgate.http.WireCases.accepted;
import static tailgate.http.WireCases.refused;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The catalogue of malformed and ambiguous messages: chunks and trailers. */
class MalformedChunksTest {

  private static String message(String chunks) {
    return "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks;
  }

  /** The line of a chunk of three octets. */
  private static DynamicTest line(String why, String line) {
    return accepted(why, message(line + "\r\nabc\r\n0\r\n\r\n"));
  }

  private static DynamicTest badLine(String why, String line) {
    return refused(Refusal.CHUNK_INVALID, why, message(line + "\r\nabc\r\n0\r\n\r\n"));
  }

  private static DynamicTest badChunks(String why, String chunks) {
    return refused(Refusal.CHUNK_INVALID, why, message(chunks));
  }

  private static DynamicTest trailers(String why, String lines) {
    return accepted(why, message("0\r\n" + lines + "\r\n"));
  }

  private static DynamicTest trailers(Refusal refusal, String why, String lines) {
    return refused(refusal, why, message("0\r\n" + lines + "\r\n"));
  }

  @TestFactory
  Stream<DynamicTest> sizes() {
    String digits = "9112 §7.1: hexadecimal digits only";
    return Stream.of(
        line("9112 §7.1: leading zeros", "003"),
        line("9112 §7.1: more of them than a long has digits", "00000000000000000000000003"),
        accepted("9112 §7.1: zeros are the last chunk", message("0000\r\n\r\n")),
        accepted(
            "9112 §7.1: digits in any case", message("C\r\n0\r\n\r\n0\r\n\r\n..\r\n0\r\n\r\n")),
        badLine("9112 §7.1: one digit at least", ""),
        badLine(digits, "+3"),
        badLine(digits, "-3"),
        badLine(digits, "0x3"),
        badLine(digits, "\\x3"),
        badLine(digits, "3h"),
        badLine(digits, "0_3"),
        badLine(digits, "3.0"),
        badLine(digits, "3,3"),
        badLine(digits, "\"3\""),
        badLine(digits, "\u00b3"),
        badLine(digits, "3\0"),
        badLine("9112 §7.1: no space before it", " 3"),
        badLine("9112 §7.1: no space after it", "3 "),
        badLine("9112 §7.1: no space after it", "3\t"),
        badLine("9112 §7.1: no space within", "0 3"),
        badLine("9112 §7.1: 3, modulo 2^64", "10000000000000003"),
        refused(Refusal.BODY_TOO_LARGE, "9112 §7.1: 3, modulo 2^32", message("100000003\r\nabc")));
  }

  @TestFactory
  Stream<DynamicTest> extensions() {
    String grammar = "9112 §7.1.1: malformed extension";
    return Stream.of(
        line("9112 §7.1.1: names, tokens and strings", "3;a;b=c;d=\"e;\\\"\\\\f\""),
        line("9112 §7.1.1: space around ; and =", "3 \t; a\t=  b ; c"),
        line("9110 §5.6.4: octets beyond ASCII in a string", "3;a=\"\u00fc\""),
        accepted("9112 §7.1.1: in the last chunk too", message("0;a=\"\"\r\n\r\n")),
        badLine(grammar, "3;"),
        badLine(grammar, "3; "),
        badLine(grammar, "3;;a"),
        badLine(grammar, "3;a;"),
        badLine(grammar, "3;=b"),
        badLine(grammar, "3;a="),
        badLine(grammar, "3;a=b=c"),
        badLine(grammar, "3;a b"),
        badLine(grammar, "3;a=b c"),
        badLine(grammar, "3;a[0]=b"),
        badLine(grammar, "3;a=\"b"),
        badLine(grammar, "3;a=b\""),
        badLine(grammar, "3;a=\"b\"c"),
        badLine(grammar, "3;a=\"b\\\""),
        badLine(grammar, "3;\"a\"=b"),
        badLine(grammar, "3;\u00fc"),
        badLine(grammar, "3;a\0"),
        badLine(grammar, "3;a=\"\1\""),
        badLine("9112 §7.1.1: no space after it", "3;a "),
        badLine("9112 §7.1.1: no space after it", "3;a=\"b\" "),
        badLine("9112 §7.1.1: a semicolon first", "3 a"),
        badLine("9112 §7.1.1: a semicolon first", "3:a"));
  }

  /** Where two parsers may see different lines: each end that is not CRLF. */
  @TestFactory
  Stream<DynamicTest> lineEndings() {
    String size = "9112 §7.1: CRLF ends the size";
    String extension = "9112 §7.1: CRLF ends the extensions";
    String last = "9112 §7.1: CRLF ends the last chunk";
    return Stream.of(
        badChunks(size, "3\nabc\r\n0\r\n\r\n"),
        badChunks(size, "3\rabc\r\n0\r\n\r\n"),
        badChunks(size, "3\r\r\nabc\r\n0\r\n\r\n"),
        badChunks(size, "3\r\r;abc\r\n0\r\n\r\n"),
        badChunks(size, "3\n\r\nabc\r\n0\r\n\r\n"),
        badChunks(extension, "3;a\nabc\r\n0\r\n\r\n"),
        badChunks(extension, "3;\nabc\r\n0\r\n\r\n"),
        badChunks(extension, "3;a\rabc\r\n0\r\n\r\n"),
        badChunks(extension, "3;\ra\r\nabc\r\n0\r\n\r\n"),
        badChunks(extension, "3;a=\"\r\nb\"\r\nabc\r\n0\r\n\r\n"),
        badChunks(last, "0\n\r\n"),
        badChunks(last, "0\r\r\n\r\n"),
        badChunks(last, "0;a\n\n"),
        badChunks("9112 §7.1: the first chunk follows the head", "\r\n3\r\nabc\r\n0\r\n\r\n"));
  }

  @TestFactory
  Stream<DynamicTest> ends() {
    String data = "9112 §7.1: CRLF ends the data";
    return Stream.of(
        accepted("9112 §7.1: data may be CRLF", message("4\r\n\r\n\r\n\r\n0\r\n\r\n")),
        accepted("9112 §7.1: data may look like chunks", message("5\r\n0\r\n\r\n\r\n0\r\n\r\n")),
        badChunks(data, "3\r\nabc\n0\r\n\r\n"),
        badChunks(data, "3\r\nabc\r0\r\n\r\n"),
        badChunks(data, "3\r\nabc0\r\n\r\n"),
        badChunks(data, "3\r\nabc\r\r\n0\r\n\r\n"),
        badChunks("9112 §7.1: data is not longer than its size", "3\r\nabcd\r\n0\r\n\r\n"),
        badChunks("9112 §7.1: nor by two octets", "3\r\nabcde0\r\n\r\n"),
        badChunks("9112 §7.1: data is not shorter than its size", "4\r\nabc\r\n0\r\n\r\n"),
        badChunks("9112 §7.1: nothing between chunks", "3\r\nabc\r\n\r\n0\r\n\r\n"),
        badChunks("9112 §7.1: an empty line is no last chunk", "\r\n\r\n"),
        badChunks("9112 §7.1: nor is another request", "3\r\nabc\r\nGET / HTTP/1.1\r\n\r\n"),
        badChunks("9112 §7.1.2: CRLF ends the trailers", "0\r\n\r\r\n"),
        badChunks("9112 §7.1.2: CRLF ends the trailers", "0\r\n\rGET / HTTP/1.1\r\n\r\n"));
  }

  @TestFactory
  Stream<DynamicTest> trailers() {
    return Stream.of(
        trailers("9112 §7.1.2: a field", "A: b\r\n"),
        trailers("9110 §6.5.1: they frame nothing", "Content-Length: 9\r\nHost: b\r\n"),
        trailers("9110 §6.5.1: nor that", "Transfer-Encoding: gzip\r\nConnection: close\r\n"),
        trailers(Refusal.FIELD_NAME, "9112 §5.1: no space before the colon", "A : b\r\n"),
        trailers(Refusal.FIELD_NAME, "9112 §5: a colon", "A\r\n"),
        trailers(Refusal.FIELD_NAME, "9112 §5: a name", ": b\r\n"),
        trailers(Refusal.FIELD_NAME, "9110 §5.1: a token", "A[]: b\r\n"),
        trailers(Refusal.FIELD_NAME, "9112 §5.2: a folded line may be refused", "A: b\r\n c\r\n"),
        trailers(Refusal.FIELD_NAME, "9112 §7.1.2: no space first", " A: b\r\n"),
        trailers(Refusal.FIELD_NAME, "9112 §7.1.2: no request", "GET / HTTP/1.1\r\n"),
        trailers(Refusal.FIELD_VALUE, "9110 §5.5: no control character", "A: \0\r\n"),
        trailers(Refusal.FIELD_VALUE, "9112 §2.2: LF alone may be taken, not here", "A: b\n"),
        trailers(Refusal.FIELD_NAME, "9112 §2.2: nor as the empty line", "\n"),
        trailers(Refusal.CHUNK_INVALID, "9112 §2.2: CR hides no field", "A: b\rC: d\r\n"));
  }
}
