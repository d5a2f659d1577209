/**
 * The experiment on back ends: handlers that ask another server or a database, which can do only so
 * many calls at the same time. Only {@link tailgate.lab.downstream.DownstreamExperiment} starts
 * anything.
 *
 * <p><b>Claim.</b> What bounds its calls keeps at least 95 % of what the back end can do when three
 * times as much arrives, and its clients give up after a second. What does not loses more.
 *
 * <p><b>Refuted</b> if, with 95 % confidence, a bounded arm answers less than 95 % of what the same
 * back end has answered in the same run, directly, to twice as many users as it has slots. What is
 * lost without a bound is shown, and nothing is claimed.
 *
 * <p><b>What notices that something else was measured:</b>
 *
 * <ul>
 *   <li>the back end: its ceiling is measured in each run, after a warm-up and before the server is
 *       started. A run does not count if it is more than 5 % away from slots / service time
 *   <li>the generator: its health, as in all experiments; and it has more connections than clients
 *       can be waiting
 *   <li>the machine: the A/A arm, and the look for other programs before each run
 *   <li>clients that are kinder than real ones: arrivals do not wait for answers, and a client that
 *       gives up closes its connection
 * </ul>
 */
@NullMarked
package tailgate.lab.downstream;

import org.jspecify.annotations.NullMarked;
