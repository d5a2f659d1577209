/**
 * The race runs the six stages as child processes under one live load, and a page shows them.
 *
 * <pre>
 *   page ──POST /api/…──► RaceServer ──► Control (settings, spike, resets)
 *                             ▲             │ read by
 *                             │             ▼
 *                          Broadcast ◄── Race: ten frames a second
 *                                           │ view
 *                                           ▼
 *   Lane, one for each stage: the child, its LiveLoad ──► LiveRecorder, its side clients, its gauges
 * </pre>
 *
 * <p><b>The generator is in this process,</b> one event loop for each lane. A process of its own
 * would share the same processors, and its figures would need a protocol. What that costs is that a
 * pause of this JVM delays requests; each request has its due time, so such a delay is in its
 * latency, and the frames say that the generator was late ({@link tailgate.lab.race.MachineLoad}).
 *
 * <p><b>Threads.</b> {@code race-lane-STAGE} starts the child, reads its figures ten times a second
 * and applies settings; all of a {@link tailgate.lab.race.Lane} that is not marked otherwise is
 * confined to it. The event loop of a lane's load writes to the lane's recorder, which has a lock
 * of its own. {@code race-frames} makes the frames from what the lanes have published in volatile
 * fields, and from the recorders. Threads of the HTTP server change {@link
 * tailgate.lab.race.Control}, an immutable value behind one lock, and never touch a lane.
 *
 * <p><b>Invariants.</b> {@code due = answered + refused + failed + in flight} in each frame. A
 * server is started again if and only if its command line has changed, or the user asks for it
 * after its end. No child outlives {@link tailgate.lab.race.Race#close}.
 */
@NullMarked
package tailgate.lab.race;

import org.jspecify.annotations.NullMarked;
