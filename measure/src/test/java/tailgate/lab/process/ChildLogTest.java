package tailgate.lab.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildLogTest {

  @TempDir Path folder;

  @Test
  void theTailOfALogHasTheFirstExceptionsAndNoFrames() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("server.log"),
            """
            $ java -jar threadpool.jar
            [worker-2] WARN HandlerErrorLog - cannot serve /data.json
            java.lang.IllegalStateException: boom
            \tat handler//example.Boom.handle(Boom.java:4)
            \tat tailgate.cli.OwnHandler.handle(OwnHandler.java:64)
            Caused by: java.net.ConnectException: Connection refused
            \t... 2 more
            java.lang.NullPointerException: no row
            \tat example.Boom.other(Boom.java:9)
            java.lang.IllegalStateException: boom
            \tat handler//example.Boom.handle(Boom.java:4)
            stopping, 0 connections open
            """);

    assertThat(new ChildLog(file).tail())
        .isEqualTo(
            """

              %s has, for the first time:
              | line 3: IllegalStateException: boom (2 times)
              |   at handler//example.Boom.handle(Boom.java:4)
              |   Caused by: java.net.ConnectException: Connection refused
              | line 8: NullPointerException: no row
              |   at example.Boom.other(Boom.java:9)
              and it ends with:
              | $ java -jar threadpool.jar
              | [worker-2] WARN HandlerErrorLog - cannot serve /data.json
              | stopping, 0 connections open\
            """
                .formatted(file));
  }

  @Test
  void theTailOfALogWithoutExceptionsAreItsLastLines() throws Exception {
    Path file = Files.writeString(folder.resolve("server.log"), "$ java\nno such luck\n");

    assertThat(new ChildLog(file).tail())
        .isEqualTo("\n  %s ends with:\n  | $ java\n  | no such luck".formatted(file));
  }
}
