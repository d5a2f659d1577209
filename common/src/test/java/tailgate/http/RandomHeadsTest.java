package tailgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Heads that went wrong at random: how they are cut up makes no difference, and nothing throws. */
class RandomHeadsTest {

  private static final int ROUNDS = 40_000;

  private static final Limits TIGHT = new Limits(60, 50, 5, 150, 1000);

  private static final String[] HEADS = {
    "GET / HTTP/1.1\r\nHost: h\r\n\r\n",
    "\r\nGET http://[::1]:80/a?b HTTP/1.0\r\nConnection: keep-alive, x\r\n\r\n",
    "POST /a%20b HTTP/1.1\r\nHost: [2001:db8::7]:8010\r\nContent-Length: 12\r\n\r\nHello",
    "PUT /a HTTP/1.1\r\nHost: a.b\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n",
    "OPTIONS * HTTP/1.1\r\nHOST:h:1\r\nIf-None-Match: W/\"a\"\r\nIf-None-Match: b\r\n\r\n\r\n",
  };

  /** What parsers stumble over. */
  private static final String[] STUMBLES = {
    "\r\n",
    "\n",
    "\r",
    " ",
    "\t",
    ":",
    ",",
    ";",
    "\0",
    "\u00ff",
    "#",
    "?",
    "/",
    "*",
    "[",
    "]",
    "%",
    "9",
    "99999999999",
    "HTTP/1.1",
    "http://",
    "Host: x\r\n",
    "Content-Length: 1\r\n",
    "chunked",
    "Transfer-Encoding: ",
    "close",
    "\r\n\r\n",
    "\r\n X: folded",
    "GET / HTTP/1.1\r\n",
  };

  @Test
  void anyCutGivesTheSame() {
    Random random = new Random(9112);
    RequestParser whole = new RequestParser(TIGHT);
    RequestParser parts = new RequestParser(TIGHT);
    Map<Progress, Integer> seen = new EnumMap<>(Progress.class);
    for (int round = 0; round < ROUNDS; round++) {
      String wire = mutated(random);
      byte[] bytes = Heads.bytes(wire);
      int[] cuts = random.ints(random.nextInt(8), 0, bytes.length + 1).sorted().toArray();
      whole.reset();
      parts.reset();
      Heads.Outcome expected = Heads.feed(whole, bytes);

      assertThat(Heads.feed(parts, bytes, cuts))
          .as("round %d: %s", round, wire)
          .hasToString(expected.toString());
      seen.merge(expected.progress(), 1, Integer::sum);
    }
    assertThat(seen).as("neither too tame nor too wild").hasSize(3);
    assertThat(seen.values()).allMatch(count -> count > ROUNDS / 20);
  }

  private static String mutated(Random random) {
    StringBuilder wire = new StringBuilder(HEADS[random.nextInt(HEADS.length)]);
    for (int i = random.nextInt(4); i > 0; i--) {
      int at = random.nextInt(wire.length() + 1);
      int end = Math.min(wire.length(), at + random.nextInt(4));
      switch (random.nextInt(4)) {
        case 0 -> wire.delete(at, end);
        case 1 -> wire.replace(at, end, String.valueOf((char) random.nextInt(256)));
        case 2 -> wire.insert(at, wire.substring(at, end));
        default -> wire.insert(at, STUMBLES[random.nextInt(STUMBLES.length)]);
      }
    }
    if (random.nextInt(8) == 0) {
      wire.setLength(random.nextInt(wire.length() + 1));
    }
    return wire.toString();
  }
}
