package tailgate.lab.export;

import static tailgate.lab.export.ExportTemplate.map;
import static tailgate.lab.export.ExportTemplate.millis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.DumperOptions.FlowStyle;
import org.yaml.snakeyaml.Yaml;
import tailgate.lab.load.RequestSpec;
import tailgate.lab.load.Segment;
import tailgate.lab.url.ServiceObjective.Term;

/**
 * A load as a benchmark of Hyperfoil: a phase for each step, and one scenario for all of them. With
 * several requests a user first draws one, and goes on with the sequence of that name.
 */
record HyperfoilBenchmark(PortableLoad load) {

  /** What a ratio is compared with if any ratio will do. */
  private static final double ANY_RATIO = 1.01;

  /** A pool has so many free connections, and opens others when these are taken. */
  private static final int FREE_CONNECTIONS = 50;

  private static final String DRAWN = "drawn";

  static Map<String, String> values(PortableLoad load) {
    DumperOptions form = new DumperOptions();
    form.setDefaultFlowStyle(FlowStyle.BLOCK);
    form.setSplitLines(false);
    String yaml = new Yaml(form).dump(new HyperfoilBenchmark(load).benchmark());
    return Map.of("benchmark", yaml.strip());
  }

  private Map<String, Object> benchmark() {
    Map<String, Object> all = map("name", "tailgate-load");
    all.put("threads", Math.max(1, load.spec().threads()));
    all.put("http", http());
    all.put(
        "ergonomics",
        map("stopOnInvalid", false, "repeatCookies", false, "userAgentFromSession", false));
    all.put("phases", phases());
    return all;
  }

  private Map<String, Object> http() {
    Map<String, Object> http = map("host", load.server().toString(), "allowHttp2", false);
    http.put("requestTimeout", millis(load.spec().timeoutMillis()));
    int most = load.spec().users();
    if (!load.spec().keepAlive()) {
      http.put("connectionStrategy", "ALWAYS_NEW");
    } else if (load.isOpen()) {
      int free = Math.min(FREE_CONNECTIONS, most);
      http.put("sharedConnections", map("core", free, "max", most, "buffer", free));
    } else {
      http.put("sharedConnections", most);
    }
    if (load.authorities() != null) {
      http.put("trustManager", map("certFile", load.authorities().toString()));
    }
    return http;
  }

  private List<Object> phases() {
    List<Object> phases = new ArrayList<>();
    Object scenario = scenario(); // the same object for all phases, so that YAML has it once
    long start = 0;
    int step = 0;
    for (Segment segment : load.spec().segments()) {
      boolean counts = segment.kind().counts();
      Map<String, Object> phase = map("startTime", millis(start));
      phase.put("duration", millis(segment.millis()));
      phase.put("isWarmup", !counts);
      if (load.isOpen()) {
        phase.put("usersPerSec", segment.perSecond());
        phase.put("maxSessions", load.spec().users());
        phase.put("variance", load.isPoisson());
      } else {
        phase.put("users", load.spec().users());
      }
      phase.put("scenario", scenario);
      if (!load.isOpen() || segment.arrivals() > 0) {
        String name = counts ? "step" + ++step : "warmup";
        phases.add(map(name, map(load.isOpen() ? "constantRate" : "always", phase)));
      }
      start += segment.millis();
    }
    return phases;
  }

  private Object scenario() {
    List<RequestSpec> requests = load.requests();
    if (requests.size() == 1) {
      return List.of(map("request", List.of(request(requests.getFirst()))));
    }
    Map<String, Object> weights = map();
    List<Object> draw = new ArrayList<>();
    List<Object> sequences = new ArrayList<>();
    draw.add(map("randomItem", map("list", weights, "toVar", DRAWN)));
    for (RequestSpec request : requests) {
      String name = "request" + (weights.size() + 1);
      weights.put(name, request.weight());
      sequences.add(map(name, List.of(request(request))));
      Map<String, Object> next = map("newSequence", name);
      if (weights.size() < requests.size()) {
        Map<String, Object> isDrawn = map("fromVar", DRAWN, "equalTo", name);
        next = map("breakSequence", map("stringCondition", isDrawn, "onBreak", List.of(next)));
      }
      draw.add(next);
    }
    return map("initialSequences", List.of(map("draw", draw)), "sequences", sequences);
  }

  private Map<String, Object> request(RequestSpec request) {
    Map<String, String> headers = load.headers(request);
    if (request.hasEmptyBody()) {
      headers.put("Content-Length", "0");
    }
    headers.replaceAll((name, value) -> value.replace("${", "$${")); // no variables of Hyperfoil
    Map<String, Object> step = map(request.method(), request.target());
    if (!headers.isEmpty()) {
      step.put("headers", headers);
    }
    String body = PortableLoad.body(request);
    if (!body.isEmpty()) {
      step.put("body", map("text", body));
    }
    step.put("sla", agreement());
    return map("httpRequest", step);
  }

  /** By default, a request that waits for a connection ends a benchmark of Hyperfoil. */
  private Map<String, Object> agreement() {
    Map<String, Object> all = map("blockedRatio", ANY_RATIO);
    Map<String, Object> limits = map();
    for (Term term : load.objective().terms()) {
      Double percent = term.percent();
      if (percent == null) {
        all.putAll(map("errorRatio", term.most() / 100, "invalidRatio", term.most() / 100));
      } else {
        String share = PortableLoad.number(percent, 2);
        limits.put(share, Math.round(term.most()) + "us");
        all.put("limits", limits);
      }
    }
    return all;
  }
}
