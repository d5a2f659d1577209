/**
 * What a running server shows of itself on its admin port: a live page, metrics, statistics, health
 * and threads; and statistics in JMX.
 *
 * <pre>
 *   Observation ─▶ RequestMetrics ┐
 *   ServerCounters, PoolGauges ───┼─▶ StatsCollector ─▶ Stats ─▶ /stats, /metrics, JMX
 *   CacheStatistics, the JVM ─────┘        │ every second
 *                                          └─▶ StatsSampler ─▶ StatsHistory ─▶ EventStream ─▶ /events ─▶ /
 * </pre>
 *
 * <p>All of this runs on threads of its own, and its classes are loaded on first use. So it delays
 * neither requests nor the start. {@link tailgate.admin.Management} puts it together.
 */
@NullMarked
package tailgate.admin;

import org.jspecify.annotations.NullMarked;
