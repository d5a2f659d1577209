package tailgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class HostCheckTest {

  private static final Response SECRET = Response.status(Status.OK).text("secret\n");

  private final HostCheck check =
      new HostCheck(AllowedHosts.of(List.of("files.example")), request -> SECRET);

  @Test
  void passesRequestsForAnAllowedHostOn() throws Exception {
    assertThat(check.handle(request("files.example:8010"))).isSameAs(SECRET);
    assertThat(check.refused()).isZero();
  }

  @Test
  void answersAllOthersWithoutTheHandlerAndCountsThem() throws Exception {
    Response response = check.handle(request("evil.example"));
    check.handle(request("evil.example"));

    assertThat(Responses.head(response)).startsWith("HTTP/1.1 421 Misdirected Request\r\n");
    assertThat(Responses.content(response))
        .isEqualTo("421 Misdirected Request\nThis server does not serve the requested host.\n");
    assertThat(check.refused()).isEqualTo(2);
  }

  @Test
  void isAsPromptAsTheHandler() {
    Handler prompt =
        new Handler() {
          @Override
          public Response handle(Request request) {
            return SECRET;
          }

          @Override
          public boolean isPrompt() {
            return true;
          }

          @Override
          public boolean readsBody() {
            return false;
          }
        };
    HostCheck checked = new HostCheck(AllowedHosts.of(List.of("files.example")), prompt);
    assertThat(checked.isPrompt()).isTrue();
    assertThat(checked.readsBody()).isFalse();
    assertThat(check.isPrompt()).isFalse();
    assertThat(check.readsBody()).isTrue();
  }

  private static Request request(String host) {
    return Requests.parse("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
  }
}
