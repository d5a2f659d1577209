package tailgate.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.List;
import org.junit.jupiter.api.DynamicTest;

/**
 * The cases of the catalogue of malformed and ambiguous messages ({@code Malformed…Test}). A case
 * has its bytes, a verdict and the reason: "9112 §3" is section 3 of RFC 9112. Each is read whole,
 * byte by byte and cut in two at every point, with and without another request behind it, and
 * {@link RequestModel} must agree with the verdict.
 */
final class WireCases {

  static final String NEXT = "GET /next HTTP/1.1\r\nHost: next\r\n\r\n";

  private WireCases() {}

  /** The message is a request, and it ends exactly where these bytes end. */
  static DynamicTest accepted(String why, String wire) {
    return dynamicTest(
        "accepted: " + why,
        () -> {
          assertThat(verdict(wire + NEXT)).as(wire).isEqualTo("COMPLETE " + wire.length());
          List<RequestModel.Message> messages = RequestModel.messages(wire + NEXT);
          assertThat(messages).as("the model").hasSize(2);
          assertThat(messages.getFirst().end()).as("the model").isEqualTo(wire.length());
        });
  }

  /** The message is refused for this reason, whatever follows. */
  static DynamicTest refused(Refusal refusal, String why, String wire) {
    return dynamicTest(
        refusal + ": " + why,
        () -> {
          assertThat(verdict(wire)).as(wire).isEqualTo(refusal.name());
          assertThat(verdict(wire + NEXT)).as("with another behind").isEqualTo(refusal.name());
          if (refusal != Refusal.BODY_TOO_LARGE) { // the model knows no limits
            assertThat(RequestModel.messages(wire + NEXT)).as("the model").isEmpty();
          }
        });
  }

  private static String verdict(String wire) {
    Heads.Outcome head = Heads.parse(wire);
    if (head.progress() != Progress.COMPLETE) {
      return String.valueOf(head.refusal());
    }
    if (!head.request().hasBody()) {
      return "COMPLETE " + head.length();
    }
    String body = Bodies.read(Limits.DEFAULT, head.request(), wire.substring(head.length()));
    return body.startsWith("COMPLETE ")
        ? "COMPLETE " + (head.length() + Integer.parseInt(body.substring("COMPLETE ".length())))
        : body;
  }
}
