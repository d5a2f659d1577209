package tailgate.lab.url;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.lab.LabException;
import tailgate.lab.load.RequestSpec;
import tailgate.lab.load.RequestSpec.Header;

class RequestFileTest {

  private static final List<Header> COMMON = List.of(new Header("Accept", "*/*"));

  @TempDir Path folder;

  @Test
  void aRequestHasAWeightHeadersAndABody() throws Exception {
    Files.writeString(folder.resolve("order.json"), "{}");

    List<RequestSpec> requests =
        read(
            """
            # nine of ten only look
            9 GET /products?page=1

            POST http://shop:8080/orders
            Content-Type: application/json
            accept: text/plain
            @order.json
            """);

    ByteBuffer nothing = ByteBuffer.allocate(0);
    ByteBuffer order = ByteBuffer.wrap("{}".getBytes(StandardCharsets.US_ASCII));
    assertThat(requests)
        .containsExactly(
            new RequestSpec("GET", "/products?page=1", COMMON, nothing, 9),
            new RequestSpec(
                "POST",
                "/orders",
                List.of(
                    new Header("Content-Type", "application/json"),
                    new Header("accept", "text/plain")),
                order,
                1));
  }

  @ParameterizedTest
  @CsvSource({
    "'GET /a\n\nget /b', line 3: 'get /b' is no request",
    "'GET /a\nAccept', line 2: 'Accept' is no header",
    "'GET /a\nHost: b', 'line 2: Host is set for each request, and cannot be chosen'",
    "'GET /a\n\n\nFETCH /b', line 4: no method 'FETCH'; there are GET",
    "0 GET /a, line 1: a weight is above 0",
    "GET http://other/, line 1: 'http://other/' is of another server than http://shop:8080",
    "'GET /a\n@none', 'line 2: cannot read '",
    "# nothing, has no request"
  })
  void whatIsWrongIsNamedWithItsLine(String text, String complaint) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(LabException.class)
        .hasMessageStartingWith(folder.toString())
        .hasMessageContaining(complaint);
  }

  private List<RequestSpec> read(String text) throws Exception {
    Path file = Files.writeString(folder.resolve("requests.txt"), text);
    return RequestFile.read(file, COMMON, ServerUrl.parse("http://shop:8080/")::pathOf);
  }
}
