/**
 * Several processes that serve from one listening socket, and the supervisor that replaces those
 * that die.
 *
 * <pre>
 *   Supervisor ──owns──▶ Slot 0..N-1 ──starts──▶ process 0..N-1
 *       ▲                                            │ SupervisorLink
 *       └── LinkedProcesses ◀──── ProcessLink ◀─────────┘ a Unix-domain socket in a private folder
 * </pre>
 *
 * <p>A process inherits the listening socket as its descriptor 0. Over the link it says that it is
 * ready and answers questions for its figures; and each side learns from the end of the link that
 * the other one has died.
 */
@NullMarked
package tailgate.supervisor;

import org.jspecify.annotations.NullMarked;
