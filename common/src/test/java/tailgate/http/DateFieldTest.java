package tailgate.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DateFieldTest {

  private final AtomicLong millis =
      new AtomicLong(Instant.parse("2024-02-29T23:59:58Z").toEpochMilli());

  private final DateField date = new DateField(() -> Instant.ofEpochMilli(millis.get()));

  private String line() {
    ByteBuffer out = ByteBuffer.allocate(100);
    out.put(date.now());
    return new String(out.array(), 0, out.position(), US_ASCII);
  }

  @Test
  void theLineIsThatOfThePresentSecond() {
    assertThat(line()).isEqualTo("Date: Thu, 29 Feb 2024 23:59:58 GMT\r\n");
    millis.addAndGet(999);
    assertThat(line()).isEqualTo("Date: Thu, 29 Feb 2024 23:59:58 GMT\r\n");
    millis.addAndGet(1);
    assertThat(line()).isEqualTo("Date: Thu, 29 Feb 2024 23:59:59 GMT\r\n");
    millis.addAndGet(1000);
    assertThat(line()).isEqualTo("Date: Fri, 01 Mar 2024 00:00:00 GMT\r\n");
  }

  @Test
  void aClockThatIsSetBackIsBelieved() {
    millis.addAndGet(-3_600_000);
    assertThat(line()).isEqualTo("Date: Thu, 29 Feb 2024 22:59:58 GMT\r\n");
  }
}
