/**
 * What can be seen of a running server from outside, on a port of its own: a live page, metrics,
 * figures, health and threads; and the same for JMX.
 *
 * <pre>
 *   Observation ─▶ RequestMetrics ┐
 *   ServerCounters, PoolGauges ───┼─▶ StatsCollector ─▶ Stats ─▶ /stats, /metrics, JMX
 *   CacheStatistics, the JVM ─────┘        │ every second
 *                                          └─▶ StatsSampler ─▶ StatsHistory ─▶ EventStream ─▶ /events ─▶ /
 * </pre>
 *
 * <p>Everything here runs on threads of its own and is loaded when it is first asked for, so that
 * neither serving nor starting waits for it. {@link tailgate.admin.Management} puts it together.
 */
@NullMarked
package tailgate.admin;

import org.jspecify.annotations.NullMarked;
