package tailgate.server.observe;

import org.jspecify.annotations.Nullable;
import tailgate.http.Method;
import tailgate.http.Status;

/**
 * A request and its response as a {@link RequestObserver} sees them: their times and their sizes.
 * {@link RequestTiming} explains how the times are taken.
 *
 * <p>The values of the next request overwrite these, so an observer reads them while it is called
 * and keeps no reference.
 */
public interface ObservedRequest {

  /** Nanoseconds from the arrival of the request until a worker began with it. */
  long queueWaitNanos();

  /** Nanoseconds from then until the end of the request; defined only after the end. */
  long serviceNanos();

  /** Queue wait and service together, in nanoseconds. */
  long totalNanos();

  /** The method; null if the bytes were refused before they were a request. */
  @Nullable Method method();

  /** The status of the response; 500 also if an error prevented a response. */
  Status status();

  /** Bytes of content in the whole response: 0 for HEAD. */
  long contentLength();

  /**
   * Bytes of content that the kernel had taken at the end. That is all of them, unless the
   * connection broke before. Small responses that were to leave together with the one that broke
   * count as sent.
   */
  long contentSent();

  /**
   * Bytes that were given to the kernel since the request began, heads included. Responses that
   * left together are all counted with the last one.
   */
  long sentBytes();
}
