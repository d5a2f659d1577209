/**
 * The experiment on overload: more requests than a server can answer, from clients who give up
 * after 100 ms. Only {@link tailgate.lab.overload.OverloadExperiment} starts anything.
 *
 * <p>For each arm (a stage and a queue policy) and handler: its capacity, by a closed load of few
 * users; then, at the same server, an open load: a pulse of twice as much, with half of it before
 * and after; then steps of up to three times as much.
 *
 * <p><b>Claims</b>, and what refutes them with 95 % confidence over at least ten blocks:
 *
 * <ul>
 *   <li>{@code fifo} answers nearly nobody in time at twice the capacity. Refuted if it is more
 *       than 10 % of the capacity
 *   <li>{@code codel} keeps the goodput. Refuted if it is less than 90 % of the capacity at twice
 *       as much. So many in time is the same as at most 1.1 times the losses that nothing can
 *       avoid: of twice the capacity half is lost anyway
 *   <li>its admitted requests do not wait long. Refuted if at twice the capacity the P99 of those
 *       that are answered is more than three times that at half of it
 *   <li>below the capacity it costs nothing. Refuted if a single request is refused or given up
 * </ul>
 *
 * <p>The recovery within 100 ms is counted by trials: windows of 100 ms have no interval.
 *
 * <p><b>Noise and effect</b> are told apart as everywhere (docs/method.md): intervals over blocks,
 * and an A/A arm with each handler. A share of the capacity is that of the same server, a minute
 * later at most, so what the host takes from a whole run is in both.
 *
 * <p><b>What notices that something else was measured:</b>
 *
 * <ul>
 *   <li>the generator: for each stretch, how late 99 % of the requests left that had a user (at
 *       most 5 % of the clients' patience), and how many found none (at most one in a thousand).
 *       And no rate is above 70 % of its ceiling. Otherwise the stretch, or the run, takes no part
 *       in a verdict
 *   <li>what an overload has left: before the next step nobody asks, for as long as a queue in
 *       order needs for it; then few ask. If more than one in ten of them is lost, the step does
 *       not count
 *   <li>the capacity: if requests failed while it was measured, or a step answers more than 1.1
 *       times as much, the run does not count
 *   <li>clients that are kinder than real ones: arrivals do not wait for answers, and a client that
 *       gives up closes its connection and opens a new one. Unless they are told to, they do not
 *       ask again; real ones do, so a real overload lasts longer
 * </ul>
 */
@NullMarked
package tailgate.lab.overload;

import org.jspecify.annotations.NullMarked;
