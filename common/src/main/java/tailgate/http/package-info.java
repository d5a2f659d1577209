/**
 * The protocol, without sockets and files: incremental parsers for requests (RFC 9110, RFC 9112),
 * and responses.
 *
 * <p>The API for your own {@link tailgate.http.Handler}: {@link tailgate.http.Request} (with {@link
 * tailgate.http.Method}, {@link tailgate.http.PathBytes}, {@link tailgate.http.Field}) and {@link
 * tailgate.http.Response} (with {@link tailgate.http.Status}, {@link tailgate.http.Body}, {@link
 * tailgate.http.DeferredResponse}). Their members are stable, and more may be added. All other
 * types are internal to the server.
 *
 * <p>Depends on no other package of Tailgate.
 */
@NullMarked
package tailgate.http;

import org.jspecify.annotations.NullMarked;
