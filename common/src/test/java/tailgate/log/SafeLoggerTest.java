package tailgate.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.event.Level;
import org.slf4j.spi.DefaultLoggingEventBuilder;

final class SafeLoggerTest {

  private final List<String> lines = new ArrayList<>();

  @Test
  void whatItsLoggerThrowsEndsThere() {
    Logger log = new SafeLogger(failing(new LinkageError("a logger's bug"), false));
    assertThatCode(() -> logEverything(log)).doesNotThrowAnyException();
  }

  @Test
  void aLineThatCannotBeWrittenIsLost() {
    Logger log = new SafeLogger(failing(new IllegalStateException("the disk is full"), true));
    assertThatCode(() -> logEverything(log)).doesNotThrowAnyException();
  }

  private static void logEverything(Logger log) {
    log.trace("closed meanwhile", new IllegalStateException("a cause"));
    log.debug("cannot close {}", "this");
    log.info("accepts again");
    log.warn("cannot write {}: {}; lost {}", "a", "b", "c");
    log.error("goes on", new IllegalStateException("a cause"));
    log.atWarn().setCause(new IllegalStateException("a cause")).log("no thread");
  }

  @Test
  void aLineThatCanBeWrittenIsWrittenWhole() {
    Logger log = new SafeLogger(logger((proxy, method, arguments) -> written(method, arguments)));
    var cause = new IllegalStateException("a cause");
    log.warn("cannot close {} of {}", "this", "that", cause);
    log.debug("switched off");
    assertThat(lines).containsExactly("warn [cannot close {} of {}, this, that, " + cause + "]");
  }

  private Object written(java.lang.reflect.Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "getName" -> "test";
      case "isEnabledForLevel" -> arguments[0] != Level.DEBUG;
      case "makeLoggingEventBuilder" ->
          new DefaultLoggingEventBuilder(
              logger((proxy, called, with) -> written(called, with)), (Level) arguments[0]);
      default -> {
        Object[] all = (Object[]) arguments[arguments.length - 1];
        lines.add(method.getName() + " [" + arguments[0] + ", " + text(all) + "]");
        yield lines;
      }
    };
  }

  private static String text(Object[] all) {
    return String.join(", ", Arrays.stream(all).map(String::valueOf).toList());
  }

  /** A logger of which every method throws, but those that tell its name and levels may work. */
  private static Logger failing(Throwable failure, boolean enabled) {
    return logger(
        (proxy, method, arguments) -> {
          if (method.getName().equals("getName")) {
            return "failing";
          }
          if (enabled && method.getName().startsWith("is")) {
            return true;
          }
          throw failure;
        });
  }

  private static Logger logger(InvocationHandler handler) {
    return (Logger)
        Proxy.newProxyInstance(
            Logger.class.getClassLoader(), new Class<?>[] {Logger.class}, handler);
  }
}
