package tailgate.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The cost of parsing a request head, by its size and by how it arrives. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ParserBenchmark {

  /** The request heads that are parsed. */
  public enum Head {
    /** The head that a load generator sends: 35 bytes. */
    SMALL("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"),

    /** A browser's: some 700 bytes in 15 fields. */
    BROWSER(
        """
        GET /assets/images/photo.jpg?width=640&height=480 HTTP/1.1\r
        Host: www.example.org\r
        Connection: keep-alive\r
        sec-ch-ua: "Chromium";v="140", "Not=A?Brand";v="24"\r
        sec-ch-ua-mobile: ?0\r
        sec-ch-ua-platform: "Linux"\r
        User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36\r
        Accept: image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8\r
        Sec-Fetch-Site: same-origin\r
        Sec-Fetch-Mode: no-cors\r
        Sec-Fetch-Dest: image\r
        Referer: https://www.example.org/gallery/index.html\r
        Accept-Encoding: gzip, deflate, br, zstd\r
        Accept-Language: en-US,en;q=0.9,de;q=0.8\r
        If-None-Match: "5f3c-18a9b2c4d00"\r
        \r
        """),

    /** A head with as many bytes and fields as the limits allow. */
    WORST(worst());

    private final String text;

    Head(String text) {
      this.text = text;
    }

    private static String worst() {
      Limits limits = Limits.DEFAULT;
      String start = "GET / HTTP/1.1\r\nHost: a\r\n";
      int fields = limits.fields() - 1;
      int each = (limits.head() - start.length() - 2) / fields - "x-000: \r\n".length();
      StringBuilder head = new StringBuilder(start);
      for (int i = 0; i < fields; i++) {
        head.append(String.format(Locale.ROOT, "x-%03d: ", i))
            .append("v".repeat(each))
            .append("\r\n");
      }
      return head.append("\r\n").toString();
    }
  }

  @Param public Head head = Head.SMALL;

  private final RequestParser parser = new RequestParser(Limits.DEFAULT);
  private byte[] bytes = {};

  /** Checks that the head is accepted. */
  @Setup
  public void prepare() {
    bytes = head.text.getBytes(US_ASCII);
    if (whole() != Progress.COMPLETE || pieces() != Progress.COMPLETE) {
      throw new IllegalStateException(head + " is refused");
    }
  }

  /** Parses a head that has arrived as a whole. */
  @Benchmark
  public Progress whole() {
    parser.reset();
    return parser.parse(bytes, 0, bytes.length);
  }

  /** In pieces of 64 bytes, as from a slow client: the time must not grow with their number. */
  @Benchmark
  public Progress pieces() {
    parser.reset();
    Progress progress = Progress.INCOMPLETE;
    for (int end = 64; progress == Progress.INCOMPLETE; end += 64) {
      progress = parser.parse(bytes, 0, Math.min(end, bytes.length));
    }
    return progress;
  }
}
