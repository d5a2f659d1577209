/**
 * A running server in a terminal: {@code ./tailgate top}.
 *
 * <pre>
 *   /stats ──▶ Endpoint ──▶ Viewer ──▶ Display: FullScreen │ Lines
 *                                         └──▶ Screen, Summary: pure functions of a Change
 * </pre>
 *
 * <p>Everything that is shown is printable ASCII, whatever the server answers: a terminal would
 * execute control characters.
 */
@NullMarked
package tailgate.top;

import org.jspecify.annotations.NullMarked;
