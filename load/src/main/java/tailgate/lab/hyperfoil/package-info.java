/**
 * The finer engine, on <a href="https://hyperfoil.io">Hyperfoil</a>: runs in a JVM of its own,
 * reads a load and leaves a result.
 *
 * <p>Hyperfoil's part are the connections, the protocol and the users. When a request is due, and
 * from when its latency counts, is decided here: its own open model starts users on whole
 * milliseconds and takes the time from when it prepared a request, so that whatever delays the
 * generator (a full processor, most of all, which it shares with the server) would be left out.
 *
 * <p>{@link tailgate.lab.hyperfoil.LiveLoad} is another driver of the same users, for the race: it
 * has no schedule, because its rate may change at any time, and no end. It runs in the lab's own
 * JVM.
 */
@NullMarked
package tailgate.lab.hyperfoil;

import org.jspecify.annotations.NullMarked;
