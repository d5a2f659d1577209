package tailgate.lab.export;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tailgate.lab.load.Arrivals;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.RequestSpec;
import tailgate.lab.load.RequestSpec.Header;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;
import tailgate.lab.url.ServiceObjective;

/** ExportedLoads that the tests export. */
final class ExportedLoads {

  static final URI SERVER = URI.create("http://127.0.0.1:8080");

  static final RequestSpec GET =
      RequestSpec.get("/a?b=1&c=2", List.of(new Header("Accept", "text/html")));

  static final RequestSpec POST =
      request("POST", "/orders", "{\"price\": \"5 < 6 & ä\",\r\n \"id\": \"${id}\\\\\"}", 0.25);

  private ExportedLoads() {}

  static RequestSpec request(String method, String target, String body, double weight) {
    return new RequestSpec(
        method,
        target,
        List.of(new Header("Content-Type", "application/json"), new Header("X-Id", "${id}")),
        ByteBuffer.wrap(body.getBytes(StandardCharsets.UTF_8)),
        weight);
  }

  static Segment step(double perSecond, long millis) {
    return new Segment(Kind.STEADY, 1, perSecond, millis);
  }

  static Segment warmUp(double perSecond, long millis) {
    return new Segment(Kind.WARM_UP, 1, perSecond, millis);
  }

  static LoadSpec open(Arrivals arrivals, Segment... segments) {
    return spec(Model.OPEN, true, 200, arrivals, segments);
  }

  static LoadSpec closed(Segment... segments) {
    return spec(Model.CLOSED, true, 20, Arrivals.UNIFORM, segments);
  }

  static LoadSpec spec(
      Model model, boolean keepAlive, int users, Arrivals arrivals, Segment... segments) {
    return new LoadSpec("/a", keepAlive, users, model, List.of(segments), 2_000, 2, arrivals);
  }

  static PortableLoad load(LoadSpec spec, RequestSpec... requests) {
    return load(SERVER, spec, "", requests);
  }

  /** Returns a load with an objective, which may be empty. */
  static PortableLoad load(URI server, LoadSpec spec, String objective, RequestSpec... requests) {
    ServiceObjective judged =
        objective.isEmpty() ? new ServiceObjective(List.of()) : ServiceObjective.parse(objective);
    return new PortableLoad(server, spec, List.of(requests), null, false, judged);
  }
}
