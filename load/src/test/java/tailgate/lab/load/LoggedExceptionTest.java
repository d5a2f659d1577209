package tailgate.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LoggedExceptionTest {

  private static final String LOG =
      """
      $ java -jar threadpool.jar
      Tailgate threadpool at http://127.0.0.1:8010/
      [worker-2] WARN HandlerErrorLog - cannot serve /data.json
      java.lang.IllegalStateException: boom
      \tat handler//example.Boom.handle(Boom.java:4)
      \tat tailgate.cli.OwnHandler.handle(OwnHandler.java:64)
      Caused by: java.net.ConnectException: Connection refused
      \tat java.base/sun.nio.ch.Net.connect(Net.java:1)
      \t... 2 more
      [sweeper] WARN HandlerErrorLog - cannot serve 7 more, as before
      Exception in thread "worker-3" example.OutOfOrders
      \tat example.Boom.other(Boom.java:9)
      java.lang.IllegalStateException: boom
      \tat handler//example.Boom.handle(Boom.java:4)
      java.lang.NullPointerException
      stopping, 0 connections open
      """;

  @Test
  void theFirstOfEachKindIsFoundWithItsLine() {
    assertThat(LoggedException.in(LOG.lines().toList()))
        .containsExactly(
            new LoggedException(
                "java.lang.IllegalStateException",
                "boom",
                4,
                2,
                List.of(
                    "at handler//example.Boom.handle(Boom.java:4)",
                    "Caused by: java.net.ConnectException: Connection refused")),
            new LoggedException(
                "example.OutOfOrders", null, 11, 1, List.of("at example.Boom.other(Boom.java:9)")),
            new LoggedException("java.lang.NullPointerException", null, 15, 1, List.of()));
  }

  @Test
  void aLineThatNamesAClassIsNone() {
    assertThat(LoggedException.in(List.of("example.Hello: ready", "127.0.0.1: open"))).isEmpty();
  }

  @Test
  void aLongMessageIsCut() {
    String text = "java.lang.Error: " + "x".repeat(10_000);

    assertThat(LoggedException.in(List.of(text)).get(0).toString())
        .startsWith("Error: xxx")
        .endsWith("x…")
        .hasSizeLessThan(200);
  }
}
