package tailgate.lab.candidate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class AnswerReaderTest {

  @Test
  void aLengthSaysWhereTheNextResponseBegins() throws Exception {
    AnswerReader reader =
        reader(
            """
            HTTP/1.1 200 OK\r
            Content-Length: 3\r
            \r
            abcHTTP/1.1 404 Not Found\r
            content-length: 0\r
            Connection: close\r
            \r
            """);

    assertThat(reader.read()).isEqualTo(new Answer(200, 38, 3, true));
    assertThat(reader.read()).isEqualTo(new Answer(404, 64, 0, false));
  }

  @Test
  void theSizesOfChunksDoNotCount() throws Exception {
    AnswerReader reader =
        reader(
            """
            HTTP/1.1 200 OK\r
            Transfer-Encoding: chunked\r
            \r
            3\r
            abc\r
            A;x=y\r
            0123456789\r
            0\r
            Trailer: yes\r
            \r
            HTTP/1.1 204 No Content\r
            \r
            """);

    assertThat(reader.read().bodyBytes()).isEqualTo(13);
    assertThat(reader.read().status()).isEqualTo(204);
  }

  @Test
  void anInterimResponseIsSkipped() throws Exception {
    AnswerReader reader =
        reader(
            """
            HTTP/1.1 103 Early Hints\r
            Link: </a>\r
            \r
            HTTP/1.1 200 OK\r
            Content-Length: 0\r
            \r
            """);

    assertThat(reader.read()).isEqualTo(new Answer(200, 38, 0, true));
  }

  @Test
  void withoutALengthTheContentEndsWithTheConnection() throws Exception {
    assertThat(reader("HTTP/1.1 200 OK\r\n\r\nto the end").read())
        .isEqualTo(new Answer(200, 19, 10, false));
  }

  @Test
  void anOldServerKeepsAConnectionIfItSaysSo() throws Exception {
    assertThat(
            reader("HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 0\r\n\r\n").read())
        .extracting(Answer::keeps)
        .isEqualTo(true);
    assertThat(reader("HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n").read().keeps()).isFalse();
  }

  @Test
  void aResponseThatIsCutIsNone() {
    assertThatThrownBy(() -> reader("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc").read())
        .isInstanceOf(EOFException.class);
    assertThatThrownBy(() -> reader("HTTP/1.1 200").read()).isInstanceOf(EOFException.class);
  }

  @Test
  void anotherProtocolIsNamed() {
    assertThatThrownBy(() -> reader("SSH-2.0-OpenSSH_9.2\r\n").read())
        .isInstanceOf(IOException.class)
        .hasMessage("it does not speak HTTP/1, but says: SSH-2.0-OpenSSH_9.2");
    assertThatThrownBy(() -> reader("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n").read())
        .hasMessage("its response has no valid length: x");
  }

  private static AnswerReader reader(String bytes) {
    return new AnswerReader(new ByteArrayInputStream(bytes.getBytes(StandardCharsets.US_ASCII)));
  }
}
