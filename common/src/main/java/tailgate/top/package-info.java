/**
 * A server at work, in a terminal: what its admin endpoint says, second by second.
 *
 * <pre>
 *   /stats ──▶ StatsReader ──▶ Viewer ──▶ Display: FullScreen │ PlainLines │ JsonLines
 *                                             └──▶ Screen, Interval: pure functions of two samples
 * </pre>
 *
 * <p>It runs in a process of its own and knows nothing of the server but {@link
 * tailgate.admin.Stats}. Everything that is shown is ASCII, whatever the server says: a terminal
 * obeys what it is shown.
 */
@NullMarked
package tailgate.top;

import org.jspecify.annotations.NullMarked;
