/**
 * Example handlers that ask a back end, as the handlers of real services do, and the database that
 * some of them ask.
 *
 * <p>A handler is {@link tailgate.downstream.JavaNetHttp}, {@link
 * tailgate.downstream.UrlConnection} or {@link tailgate.downstream.Query}. What bounds its calls is
 * a {@link tailgate.downstream.Bound} or a pool of connections. {@code docs/own-handler.md} says
 * how to run one, and {@link tailgate.downstream.Settings} how to set it up.
 */
@NullMarked
package tailgate.downstream;

import org.jspecify.annotations.NullMarked;
