package tailgate.admin;

import com.sun.net.httpserver.Headers;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tailgate.admin.AdminPage.Answer;
import tailgate.admin.ProcessGroup.Member;

/**
 * Collects {@link Stats} of several processes as one. The group is ready if at least one process
 * is: then a request is answered, because all processes accept from the same socket.
 *
 * <p>Thread-safe.
 */
final class GroupCollector implements StatsSource {

  private static final double NANOS_OF_SECOND = 1e9;
  private static final String READY = "ready";
  private static final String FULL = "full";
  private static final String ROOTLESS = "no root";
  private static final String DRAINING = "draining";

  private final ProcessGroup group;
  private final ProcessFigures figures;
  private final Supplier<Map<String, Long>> adminRefusals;
  private final InstantSource clock;
  private final LongSupplier nanoClock;
  private final long startNanos;

  /** Volatile: written once, by the thread that stops the group. */
  private volatile boolean draining;

  /** Volatile: written by any thread that asks; once true it stays true. */
  private volatile boolean pinned;

  /** The uptime of the group counts from now. */
  GroupCollector(
      ProcessGroup group,
      ProcessFigures figures,
      Supplier<Map<String, Long>> adminRefusals,
      InstantSource clock,
      LongSupplier nanoClock) {
    this.group = group;
    this.figures = figures;
    this.adminRefusals = adminRefusals;
    this.clock = clock;
    this.nanoClock = nanoClock;
    this.startNanos = nanoClock.getAsLong();
  }

  @Override
  public Stats statsForHistory() {
    Stats stats = snapshot(false).stats();
    return stats.with(stats.jvm().withoutPinned());
  }

  @Override
  public Answer metrics(Headers request) throws IOException {
    Stats whole = stats();
    return PrometheusMetrics.text(whole, figures.current(), request);
  }

  @Override
  public Answer threads(@Nullable String query) {
    return new GroupThreads(group).answer(query);
  }

  @Override
  public void drain() {
    draining = true;
  }

  @Override
  public String state() {
    if (draining) {
      return DRAINING;
    }
    Map<Integer, Snapshot> current = figures.current();
    List<String> states =
        group.members().stream()
            .map(member -> state(member, current.get(member.process())))
            .toList();
    for (String state : List.of(READY, FULL, ROOTLESS, DRAINING)) {
      if (states.contains(state)) {
        return state;
      }
    }
    return "starting";
  }

  /** The state that the process gives itself, if it serves; it may not have answered yet. */
  private static String state(Member member, @Nullable Snapshot snapshot) {
    return member.state().equals(READY) && snapshot != null
        ? snapshot.stats().state()
        : member.state();
  }

  @Override
  public Snapshot snapshot(boolean withPinned) {
    if (withPinned) {
      pinned = true;
    }
    group.refresh(pinned);
    Snapshot sum = Objects.requireNonNull(figures.sum(), "no process has answered yet");
    return new Snapshot(whole(sum.stats(), group.members()), sum.latencies());
  }

  private Stats whole(Stats sum, List<Member> members) {
    String workers = members.size() + " processes, each: " + sum.stage().workers();
    return StatsSum.with(
        sum,
        Map.of(
            "timeMillis", clock.millis(),
            "uptimeSeconds", (nanoClock.getAsLong() - startNanos) / NANOS_OF_SECOND,
            "state", state(),
            "stage", StatsSum.with(sum.stage(), Map.of("workers", workers)),
            "adminRefusals", adminRefusals.get(),
            "processes", processes(members)));
  }

  private List<Stats.ProcessInfo> processes(List<Member> members) {
    Map<Integer, Snapshot> current = figures.current();
    return members.stream().map(member -> process(member, current.get(member.process()))).toList();
  }

  private Stats.ProcessInfo process(Member member, @Nullable Snapshot snapshot) {
    Duration age = figures.age(member.process());
    if (snapshot == null || age == null) {
      return new Stats.ProcessInfo(
          member.process(), member.pid(), member.state(), member.starts(), null, null, null);
    }
    Stats stats = snapshot.stats();
    Stats.Requests requests = stats.requests();
    return new Stats.ProcessInfo(
        member.process(),
        member.pid(),
        state(member, snapshot),
        member.starts(),
        requests == null ? null : requests.total(),
        stats.connections().open(),
        age.toMillis());
  }
}
