/**
 * A running server and its configuration. Its parts are in the packages below:
 *
 * <pre>
 *                  server
 *                 /      \
 *            listen       \
 *           /      \       \
 *       stage      connection
 *                  /        \
 *              buffer     observe
 * </pre>
 *
 * <p>To read, in order: {@link tailgate.server.Server} (the life cycle), then the package comments
 * of {@link tailgate.server.stage}, {@link tailgate.server.listen} and {@link
 * tailgate.server.connection}. docs/architecture.md follows one request through all of them.
 */
@NullMarked
package tailgate.server;

import org.jspecify.annotations.NullMarked;
