package tailgate.lab.export;

import static tailgate.lab.export.ExportTemplate.map;
import static tailgate.lab.export.ExportTemplate.millis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.RequestSpec;
import tailgate.lab.load.Segment;
import tailgate.lab.url.ServiceObjective.Term;

/**
 * A load as a script of k6: a scenario for the warm-up and one for the load. As rates of k6 are
 * integers, its unit of time is long enough to make them such.
 */
record K6Script(PortableLoad load) {

  private static final String OF_LOAD = "{scenario:load}";

  /** A virtual user is a JavaScript engine, which takes time to start: so many are there before. */
  private static final int USERS_BEFORE = 50;

  private static final double USERS_BEFORE_PER_RATE = 0.2;
  private static final double ALMOST_NOTHING = 1e-6;

  static Map<String, String> values(PortableLoad load) {
    K6Script script = new K6Script(load);
    return Map.of(
        "newConnections", Boolean.toString(!load.spec().keepAlive()),
        "insecure", Boolean.toString(load.insecure()),
        "thresholds", json(script.thresholds(), "  "),
        "scenarios", json(script.scenarios(), "  "),
        "requests", json(script.requests(), ""));
  }

  private static String json(Object value, String indent) {
    return JsonFiles.tree(value).toPrettyString().replace("\n", "\n" + indent);
  }

  private Map<String, Object> scenarios() {
    Map<String, Object> scenarios = map();
    List<Segment> warmUp = load.segments(false);
    if (!warmUp.isEmpty() && (!load.isOpen() || warmUp.getFirst().arrivals() > 0)) {
      scenarios.put("warm_up", scenario(0, warmUp));
    }
    scenarios.put("load", scenario(load.warmUpMillis(), load.segments(true)));
    return scenarios;
  }

  private Map<String, Object> scenario(long begin, List<Segment> segments) {
    Map<String, Object> scenario = map("startTime", millis(begin));
    scenario.put("gracefulStop", millis(load.spec().timeoutMillis()));
    int users = load.spec().users();
    Segment first = segments.getFirst();
    if (!load.isOpen()) {
      scenario.putAll(map("executor", "constant-vus", "vus", users));
      scenario.put("duration", millis(first.millis()));
      return scenario;
    }
    double peak = segments.stream().mapToDouble(Segment::perSecond).max().orElseThrow();
    double before = USERS_BEFORE + Math.ceil(USERS_BEFORE_PER_RATE * peak);
    long unit = unit(segments);
    scenario.put("preAllocatedVUs", (int) Math.min(before, users));
    scenario.put("maxVUs", users);
    scenario.put("timeUnit", unit + "s");
    if (segments.size() == 1) {
      scenario.putAll(map("executor", "constant-arrival-rate", "rate", rate(first, unit)));
      scenario.put("duration", millis(first.millis()));
    } else {
      scenario.putAll(map("executor", "ramping-arrival-rate", "startRate", rate(first, unit)));
      scenario.put("stages", stages(segments, unit));
    }
    return scenario;
  }

  /** A stage of k6 is a ramp: a step is a ramp that takes no time, and one that leads nowhere. */
  private static List<Object> stages(List<Segment> segments, long unit) {
    List<Object> stages = new ArrayList<>();
    for (Segment segment : segments) {
      long target = rate(segment, unit);
      stages.add(map("target", target, "duration", millis(0)));
      stages.add(map("target", target, "duration", millis(segment.millis())));
    }
    return stages;
  }

  /** Returns the seconds in which all rates are whole numbers of requests. */
  private static long unit(List<Segment> segments) {
    return LongStream.of(1, 60, 1_000)
        .filter(
            seconds ->
                segments.stream()
                    .mapToDouble(segment -> segment.perSecond() * seconds)
                    .allMatch(rate -> Math.abs(rate - Math.rint(rate)) < ALMOST_NOTHING))
        .findFirst()
        .orElse(60_000); // for rates a minute with three digits after the point
  }

  private static long rate(Segment segment, long unit) {
    return Math.round(segment.perSecond() * unit);
  }

  private Map<String, List<String>> thresholds() {
    List<String> latency = new ArrayList<>();
    Map<String, List<String>> all = new LinkedHashMap<>();
    all.put("iteration_duration" + OF_LOAD, latency); // k6 shows what has an entry
    if (load.isOpen()) {
      all.put("dropped_iterations" + OF_LOAD, List.of("count==0"));
    }
    for (Term term : load.objective().terms()) {
      Double percent = term.percent();
      if (percent == null) {
        String most = PortableLoad.number(term.most(), 2);
        all.put("http_req_failed" + OF_LOAD, List.of("rate<=" + most));
      } else {
        String most = PortableLoad.number(term.most(), 3);
        latency.add("p(" + PortableLoad.number(percent) + ")<=" + most);
      }
    }
    return all;
  }

  private List<Map<String, Object>> requests() {
    return load.requests().stream().map(this::request).toList();
  }

  private Map<String, Object> request(RequestSpec request) {
    Map<String, Object> params = map("headers", load.headers(request), "redirects", 0);
    params.put("timeout", millis(load.spec().timeoutMillis()));
    Map<String, Object> all = map("weight", request.weight(), "method", request.method());
    all.put("url", load.server() + request.target());
    String body = PortableLoad.body(request);
    if (!body.isEmpty()) {
      all.put("body", body);
    }
    all.put("params", params);
    return all;
  }
}
