/**
 * The protocol, with no sockets and no files in it: an incremental parser over bytes, what it finds
 * (RFC 9110, RFC 9112), and what a handler answers.
 *
 * <p>For a {@link tailgate.http.Handler} of your own there are {@link tailgate.http.Request} (with
 * {@link tailgate.http.Method}, {@link tailgate.http.PathBytes}, {@link tailgate.http.Field}) and
 * {@link tailgate.http.Response} (with {@link tailgate.http.Status}, {@link tailgate.http.Body}).
 * What these have stays, and more may be added; the rest is the server's own.
 *
 * <p>Nothing here knows another package of Tailgate.
 */
@NullMarked
package tailgate.http;

import org.jspecify.annotations.NullMarked;
