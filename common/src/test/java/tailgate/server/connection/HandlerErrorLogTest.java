package tailgate.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;
import tailgate.server.FakeClock;
import tailgate.server.StubChannel;
import tailgate.server.Wire;
import tailgate.server.observe.ServerCounters.ServerEvent;

/** What is said of a handler that throws for every request. */
final class HandlerErrorLogTest {

  private static final String MORE = "cannot serve %d more, as before; the last for a %s";
  private static final String STATE = IllegalStateException.class.getName();

  private final FakeClock clock = new FakeClock();
  private final Lines log = new Lines();
  private final HandlerErrorLog errorLog = new HandlerErrorLog(clock, log);

  /** A log of lines, each with a plus if there is a trace below it. */
  private static final class Lines extends LegacyAbstractLogger {

    private static final long serialVersionUID = 1;

    private final transient List<String> lines = new CopyOnWriteArrayList<>();

    @Override
    protected void handleNormalizedLoggingCall(
        Level level,
        @Nullable Marker marker,
        String pattern,
        @Nullable Object @Nullable [] arguments,
        @Nullable Throwable thrown) {
      String text = MessageFormatter.basicArrayFormat(pattern, arguments);
      lines.add(thrown == null ? text : text + " + " + thrown); // as a log does, asks what it is
    }

    @Override
    protected @Nullable String getFullyQualifiedCallerName() {
      return null;
    }

    @Override
    public boolean isTraceEnabled() {
      return true;
    }

    @Override
    public boolean isDebugEnabled() {
      return true;
    }

    @Override
    public boolean isInfoEnabled() {
      return true;
    }

    @Override
    public boolean isWarnEnabled() {
      return true;
    }

    @Override
    public boolean isErrorEnabled() {
      return true;
    }
  }

  private static IllegalStateException here(String message) {
    return new IllegalStateException(message);
  }

  private static IllegalStateException there(String message) {
    return new IllegalStateException(message);
  }

  private void fail(Throwable thrown) {
    errorLog.failed(() -> "/a", thrown);
  }

  @Test
  void theFirstOfAKindIsToldInFullAndTheRestAreCounted() {
    for (int i = 1; i <= 1000; i++) {
      fail(here("" + i));
    }
    errorLog.report();
    assertThat(log.lines)
        .containsExactly(
            "cannot serve /a + " + STATE + ": 1", String.format(Locale.ROOT, MORE, 999, STATE));
  }

  @Test
  void aKindIsWhatWasThrownAndWhere() {
    fail(here("1"));
    fail(there("2"));
    fail(new IllegalArgumentException("3"));
    fail(new StackOverflowError("4"));
    errorLog.report();
    assertThat(log.lines).hasSize(4).allMatch(line -> line.startsWith("cannot serve /a + "));
  }

  private static Throwable thrownBy(Callable<?> broken) {
    try {
      throw new AssertionError("not broken: " + broken.call());
    } catch (Exception e) {
      return e;
    }
  }

  @Test
  void aPlaceIsNotInTheJdkButWhereThatWasCalled() {
    for (int i = 0; i < 3; i++) {
      fail(thrownBy(() -> Integer.parseInt("one")));
      fail(thrownBy(() -> Integer.parseInt("other")));
    }
    errorLog.report();
    assertThat(log.lines.subList(0, 2)).allMatch(line -> line.startsWith("cannot serve /a + "));
    assertThat(log.lines.subList(2, log.lines.size()))
        .containsExactly(
            String.format(Locale.ROOT, MORE, 4, NumberFormatException.class.getName()));
  }

  @Test
  void wherePlacesAreAllInTheJdkTheyAreToldApartAllTheSame() {
    for (int line = 1; line <= 2; line++) {
      RuntimeException thrown = here("");
      thrown.setStackTrace(
          new StackTraceElement[] {
            new StackTraceElement(null, "jdk.httpserver", "21", "Some", "run", null, line),
            new StackTraceElement(null, "java.base", "21", "java.lang.Thread", "run", null, 1)
          });
      fail(thrown);
    }
    fail(new UntracedException());
    errorLog.report();
    assertThat(log.lines).hasSize(3).allMatch(line -> line.startsWith("cannot serve /a + "));
  }

  private static final class UntracedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UntracedException() {
      super("on purpose", null, false, false);
    }
  }

  @Test
  void oneLineIsWrittenInAPeriodHoweverManyFail() {
    fail(here("first"));
    for (int i = 0; i < 100; i++) { // ten periods
      fail(here("again"));
      errorLog.report();
      clock.pass(HandlerErrorLog.PERIOD.dividedBy(10));
    }
    errorLog.report();
    List<String> counted = log.lines.subList(1, log.lines.size());
    assertThat(counted)
        .startsWith(
            String.format(Locale.ROOT, MORE, 1, STATE),
            String.format(Locale.ROOT, MORE, 10, STATE));
    assertThat(counted).hasSize(11);
    assertThat(told()).isEqualTo(101);
  }

  @Test
  void whatFailedLastIsToldThoughNothingFailsAfterIt() {
    fail(here("first"));
    fail(here("second"));
    errorLog.report();
    fail(here("third"));
    errorLog.report();
    assertThat(log.lines).hasSize(2);
    clock.pass(HandlerErrorLog.PERIOD);
    errorLog.report();
    clock.pass(HandlerErrorLog.PERIOD);
    errorLog.report();
    assertThat(log.lines).hasSize(3).endsWith(String.format(Locale.ROOT, MORE, 1, STATE));
  }

  @Test
  void atTheEndTheRestIsToldWhateverTheTime() {
    fail(here("first"));
    fail(here("second"));
    errorLog.report();
    fail(here("third"));
    assertThat(errorLog.reportRest()).isTrue();
    assertThat(errorLog.reportRest()).isFalse();
    assertThat(told()).isEqualTo(3);
  }

  @Test
  void aHandlerThatAlwaysThrowsFromElsewhereIsTiresomeAtLast() {
    for (int i = 0; i < 2 * HandlerErrorLog.MAX_KINDS; i++) {
      RuntimeException thrown = here("");
      thrown.setStackTrace(
          new StackTraceElement[] {new StackTraceElement("Generated" + i, "run", null, i)});
      fail(thrown);
    }
    errorLog.report();
    assertThat(log.lines).hasSize(HandlerErrorLog.MAX_KINDS + 1);
    assertThat(log.lines)
        .endsWith(String.format(Locale.ROOT, MORE, HandlerErrorLog.MAX_KINDS, STATE));
  }

  @Test
  void whatCannotSayWhatItIsIsCounted() {
    class Mute extends RuntimeException {
      private static final long serialVersionUID = 1;

      @Override
      public String getMessage() {
        throw new IllegalStateException("on purpose");
      }
    }
    fail(new Mute());
    errorLog.report();
    assertThat(log.lines)
        .containsExactly(String.format(Locale.ROOT, MORE, 1, Mute.class.getName()));
  }

  @Test
  void whateverFailsAtTheSameTimeIsToldOnce() throws Exception {
    List<CompletableFuture<Void>> clients = new ArrayList<>();
    for (int client = 0; client < 4; client++) {
      clients.add(CompletableFuture.runAsync(() -> failOften(1000)));
    }
    for (CompletableFuture<Void> client : clients) {
      while (!client.isDone()) {
        clock.pass(HandlerErrorLog.PERIOD);
        errorLog.report();
      }
      client.get();
    }
    errorLog.reportRest();
    assertThat(told()).isEqualTo(4000);
    assertThat(log.lines.stream().filter(line -> line.contains(" + "))).hasSize(1);
  }

  private void failOften(int times) {
    for (int i = 0; i < times; i++) {
      fail(here(""));
    }
  }

  @Test
  void everyClientGetsItsAnswerAndIsCounted() throws Exception {
    try (var test =
        new TestContext(
            request -> {
              throw new IllegalStateException("on purpose");
            })) {
      var channel = new StubChannel(true).arrives(Wire.get("/").repeat(3));
      channel.ended = true;
      test.connect(channel).proceed();
      assertThat(channel.sent().split("HTTP/1.1 500 ", -1)).hasSize(4);
      assertThat(test.counters.events(ServerEvent.HANDLER_FAILED)).isEqualTo(3);
    }
  }

  /** All that the lines speak of. */
  private long told() {
    Pattern more = Pattern.compile("cannot serve (\\d+) more");
    long told = 0;
    for (String line : log.lines) {
      Matcher matcher = more.matcher(line);
      told += matcher.find() ? Long.parseLong(matcher.group(1)) : 1;
    }
    return told;
  }
}
