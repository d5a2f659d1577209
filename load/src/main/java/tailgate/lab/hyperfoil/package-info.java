/**
 * The finer engine, on <a href="https://hyperfoil.io">Hyperfoil</a>: for the lab it runs in a JVM
 * of its own, reads a load and leaves a result.
 *
 * <p>Hyperfoil's part are the connections, the protocol and the users. When a request is due, and
 * from when its latency counts, is decided here: its own open model starts users on whole
 * milliseconds and takes the time from when it prepared a request, so that whatever delays the
 * generator (a full processor, most of all, which it shares with the server) would be left out.
 *
 * <p>All loads have one driver, {@link tailgate.lab.hyperfoil.LoadDriver}. A {@link
 * tailgate.lab.hyperfoil.RequestSource} gives it the requests, and it tells a {@link
 * tailgate.lab.hyperfoil.Recorder} what becomes of each:
 *
 * <pre>
 *                 requests            recorder         users                    JVM
 *   ScheduledLoad ScheduledRequests   ResultRecorder   on several event loops   its own
 *   LiveLoad      OpenRequests        LiveRecorder     on one event loop        that of the race
 *   UrlLoad       one or the other    both             on several event loops   that of the command
 * </pre>
 *
 * <p>A request that leaves late although a user was free when it was due is the delay of the
 * generator; one that had no user is not, because all users waited for the server.
 */
@NullMarked
package tailgate.lab.hyperfoil;

import org.jspecify.annotations.NullMarked;
