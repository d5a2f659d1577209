package tailgate.log;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * A logger that never throws. A logger may fail: because there is no memory, because its output is
 * broken, or because the exception that it prints throws another one when it is asked for its
 * message. That must not end a thread that serves clients, nor keep it from what it has to do next.
 * A line that cannot be logged is lost.
 *
 * <p>All loggers of the server are of this kind; {@code ArrowsTest} checks it. Arguments are still
 * evaluated by the caller: a caller that must not fail, not even without memory, does its work
 * first and logs then. Thread-safe.
 */
public final class SafeLogger extends LegacyAbstractLogger {

  private static final long serialVersionUID = 1;

  private final transient Logger log;

  SafeLogger(Logger log) {
    this.log = log;
    this.name = log.getName();
  }

  public static Logger of(Class<?> type) {
    return named(type.getName());
  }

  public static Logger named(String name) {
    return new SafeLogger(LoggerFactory.getLogger(name));
  }

  @Override
  public boolean isTraceEnabled() {
    return isOn(Level.TRACE);
  }

  @Override
  public boolean isDebugEnabled() {
    return isOn(Level.DEBUG);
  }

  @Override
  public boolean isInfoEnabled() {
    return isOn(Level.INFO);
  }

  @Override
  public boolean isWarnEnabled() {
    return isOn(Level.WARN);
  }

  @Override
  public boolean isErrorEnabled() {
    return isOn(Level.ERROR);
  }

  private boolean isOn(Level level) {
    try {
      return log.isEnabledForLevel(level);
    } catch (Throwable loggersOwn) {
      return false;
    }
  }

  @Override
  protected @Nullable String getFullyQualifiedCallerName() {
    return null;
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level,
      @Nullable Marker marker,
      String message,
      Object @Nullable [] arguments,
      @Nullable Throwable thrown) {
    try {
      LoggingEventBuilder line = log.makeLoggingEventBuilder(level).setCause(thrown);
      if (marker != null) {
        line = line.addMarker(marker);
      }
      if (arguments != null) {
        for (Object argument : arguments) {
          line = line.addArgument(argument);
        }
      }
      line.log(message);
    } catch (Throwable loggersOwn) {
      // The log does not work, so there is nowhere to report this.
    }
  }
}
