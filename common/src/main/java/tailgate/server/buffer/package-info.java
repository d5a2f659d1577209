/**
 * Bytes on their way in and out of a connection.
 *
 * <p>To read, in order: {@link tailgate.server.buffer.ReadBuffer}, {@link
 * tailgate.server.buffer.WriteBuffer} (how responses are sent together), LargeBody (what does not
 * fit into a buffer), {@link tailgate.server.buffer.BufferPool} (which connections share).
 */
@NullMarked
package tailgate.server.buffer;

import org.jspecify.annotations.NullMarked;
