/**
 * The protocol, with no sockets and no files in it: an incremental parser over bytes, what it finds
 * (RFC 9110, RFC 9112), and what a handler answers.
 *
 * <p>Nothing here knows another package of Tailgate.
 */
@NullMarked
package tailgate.http;

import org.jspecify.annotations.NullMarked;
