package tailgate.server.connection;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import tailgate.http.Limits;
import tailgate.http.Progress;
import tailgate.http.Request;
import tailgate.http.RequestModel;
import tailgate.http.RequestModel.Message;
import tailgate.server.FakeClock;
import tailgate.server.StubChannel;
import tailgate.server.buffer.ReadBuffer;
import tailgate.server.buffer.RequestMemory;
import tailgate.server.observe.Observation;
import tailgate.server.observe.RequestTiming;
import tailgate.server.observe.ServerCounters;

/**
 * Any bytes on a connection: the same requests with their content come out of them however they
 * arrive, and each ends where a model says that it does.
 */
class RequestReaderFuzzTest {

  private static final int MAX = 1000;

  /** So that any bytes are tried as chunks too. */
  private static final String CHUNKED =
      "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";

  private static final int CUTS = 3;

  private static final int WIDTH = 2 * MAX;
  private static final Limits TIGHT = new Limits(60, 50, 5, 150, 20);
  private static final Limits WIDE = new Limits(WIDTH, WIDTH, WIDTH, WIDTH, Long.MAX_VALUE);

  /**
   * What was made of the bytes.
   *
   * @param requests each in words
   * @param ends how many bytes had been read when each of them was whole
   * @param last what comes after them: a refusal, or that there is too little
   */
  private record Reading(List<String> requests, List<Integer> ends, String last) {
    String text() {
      return requests + " " + last;
    }
  }

  @FuzzTest
  void messages(byte[] bytes) throws IOException {
    String text = new String(bytes, ISO_8859_1);
    if (text.length() <= MAX) {
      assertRead(text);
      assertRead(CHUNKED + text);
    }
  }

  private static void assertRead(String text) throws IOException {
    byte[] wire = text.getBytes(ISO_8859_1);
    assertSameInPieces(TIGHT, false, wire);
    Reading single = assertSameInPieces(WIDE, true, wire);
    List<Message> model = RequestModel.messages(text);

    assertThat(single.ends).isEqualTo(model.stream().map(Message::end).toList());
    assertThat(single.requests)
        .isEqualTo(model.stream().map(m -> words(m.target(), m.persistent(), m.body())).toList());
  }

  /** Whole, in a few pieces, byte by byte; answers the last of them. */
  private static Reading assertSameInPieces(Limits limits, boolean keepsBodies, byte[] wire)
      throws IOException {
    Random random = new Random(Arrays.hashCode(wire)); // the same bytes fail again
    int[] cuts = random.ints(CUTS, 0, wire.length + 1).sorted().toArray();
    Reading whole = read(limits, keepsBodies, wire);
    Reading single = read(limits, keepsBodies, wire, IntStream.range(0, wire.length).toArray());

    assertThat(single.text()).as("byte by byte").isEqualTo(whole.text());
    assertThat(read(limits, keepsBodies, wire, cuts).text())
        .as("cut at %s", Arrays.toString(cuts))
        .isEqualTo(whole.text());
    return single;
  }

  private static Reading read(Limits limits, boolean keepsBodies, byte[] wire, int... cuts)
      throws IOException {
    StubChannel channel = new StubChannel(false);
    int from = 0;
    for (int cut : cuts) {
      if (cut > from) {
        channel.arrives(Arrays.copyOfRange(wire, from, cut));
        from = cut;
      }
    }
    channel.arrives(Arrays.copyOfRange(wire, from, wire.length));
    var counters = new ServerCounters();
    return read(reader(channel, limits, keepsBodies, counters), counters);
  }

  private static RequestReader reader(
      StubChannel channel, Limits limits, boolean keepsBodies, ServerCounters counters) {
    var clock = new DeadlineClock(new FakeClock(), Timeouts.DEFAULT);
    var deadline = new ConnectionDeadline(channel, clock, counters);
    var timing = new RequestTiming(channel, Observation.NONE);
    return new RequestReader(
        channel,
        new RequestReader.Reading(
            limits, keepsBodies, new RequestMemory(1 << 20), ReadBuffer.newPool()),
        counters,
        deadline,
        timing);
  }

  /** As a connection does it: parses, and reads more bytes where these are too few. */
  private static Reading read(RequestReader reader, ServerCounters counters) throws IOException {
    List<String> requests = new ArrayList<>();
    List<Integer> ends = new ArrayList<>();
    for (int steps = 0; steps < 10 * MAX; steps++) {
      Progress progress = reader.parse();
      if (progress == Progress.REFUSED) {
        return new Reading(requests, ends, reader.refusal().name());
      } else if (progress == Progress.COMPLETE) {
        Request request = reader.request();
        String body = new String(request.body(), ISO_8859_1);
        requests.add(words(request.target(), request.persistent(), body));
        ends.add((int) counters.bytesReceived());
        reader.next();
      } else if (!reader.receive()) {
        String last = reader.inBody() ? "INCOMPLETE BODY" : "INCOMPLETE HEAD";
        return new Reading(requests, ends, last);
      }
    }
    throw new AssertionError("goes on forever after " + requests);
  }

  private static String words(String target, boolean persistent, String body) {
    return target + " with \"" + body + (persistent ? "\" and more" : "\" and no more");
  }
}
