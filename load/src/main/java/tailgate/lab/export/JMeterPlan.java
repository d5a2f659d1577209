package tailgate.lab.export;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tailgate.lab.load.RequestSpec;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Text;

/**
 * A load as a plan of JMeter: a group of threads for the warm-up and one for the load. An open load
 * has Open Model Thread Groups. The property {@code machines} divides the load, because each
 * machine of JMeter's remote mode runs the whole plan.
 */
record JMeterPlan(PortableLoad load) {

  /** Says on how many machines this plan runs at the same time. */
  private static final String MACHINES = "${__P(machines,1)}";

  private static final String WARM_UP = "warm-up";
  private static final int DRAWS = 1_000_000;

  static Map<String, String> values(PortableLoad load) {
    int port = load.server().getPort();
    return Map.of(
        "timeout", Long.toString(load.spec().timeoutMillis()),
        "host", load.server().getHost(),
        "port", port < 0 ? "" : Integer.toString(port),
        "protocol", load.server().getScheme(),
        "groups", new JMeterPlan(load).groups());
  }

  private String groups() {
    List<Segment> warmUp = load.segments(false);
    return (warmUp.isEmpty() ? "" : group(WARM_UP, 0, warmUp))
        + group("load", load.warmUpMillis(), load.segments(true));
  }

  private String group(String name, long delayMillis, List<Segment> segments) {
    Map<String, String> values = new HashMap<>();
    values.put("name", name);
    values.put("requests", requests(name));
    if (load.isOpen()) {
      values.put("schedule", schedule(delayMillis, segments));
      return ExportTemplate.filled("jmeter-open.xml", values);
    }
    values.put("users", format("${__jexl3(%d / %s)}", load.spec().users(), MACHINES));
    values.put("delay", seconds(delayMillis));
    values.put("duration", seconds(segments.getFirst().millis()));
    return ExportTemplate.filled("jmeter-users.xml", values);
  }

  private static String seconds(long millis) {
    return Long.toString(Math.ceilDiv(millis, 1_000));
  }

  /**
   * Returns the schedule of an open load. Each rate stands before and after its time, because
   * JMeter would go from one rate to the next in a ramp. The end is a pause as long as the
   * time-outs: what has no answer at the end is cut off.
   */
  private String schedule(long delayMillis, List<Segment> segments) {
    String law = load.isPoisson() ? "random_arrivals" : "even_arrivals";
    List<String> steps = new ArrayList<>();
    if (delayMillis > 0) {
      steps.add(pause(delayMillis));
    }
    for (Segment segment : segments) {
      if (segment.arrivals() == 0) {
        steps.add(pause(segment.millis()));
      } else {
        String digits = PortableLoad.number(segment.perSecond());
        String number = digits.contains(".") ? digits : digits + ".0"; // else JEXL cuts fractions
        String rate = format("rate(${__jexl3(%s / %s)}/s)", number, MACHINES);
        steps.add(format("%s %s(%d ms) %1$s", rate, law, segment.millis()));
      }
    }
    steps.add(pause(2 * load.spec().timeoutMillis()));
    return String.join("\n", steps);
  }

  private static String pause(long millis) {
    return format("pause(%d ms)", millis);
  }

  /** Returns the samplers, of which one is drawn if there are several. */
  private String requests(String group) {
    List<RequestSpec> all = load.requests();
    String samplers =
        all.stream().map(request -> sampler(request, group)).collect(Collectors.joining());
    return all.size() == 1
        ? samplers
        : ExportTemplate.filled(
            "jmeter-draw.xml", Map.of("drawn", Text.xml(draw(all)), "requests", samplers));
  }

  /** Returns an expression whose value is the index of a request, drawn by the weights. */
  private static String draw(List<RequestSpec> all) {
    double sum = all.stream().mapToDouble(RequestSpec::weight).sum();
    StringBuilder choice = new StringBuilder();
    double until = 0;
    for (int i = 0; i < all.size() - 1; i++) {
      until += all.get(i).weight();
      choice.append(format("drawn <= %d ? %d : ", Math.round(DRAWS * until / sum), i));
    }
    return format("${__jexl3(var drawn = ${__Random(1,%d)}; %s%d)}", DRAWS, choice, all.size() - 1);
  }

  /** Returns a sampler; the figures of the warm-up have a label of their own. */
  private String sampler(RequestSpec request, String group) {
    String usual = request.method() + " " + request.target();
    String body = PortableLoad.body(request);
    Map<String, String> values = new HashMap<>();
    values.put("name", xml(group.equals(WARM_UP) ? WARM_UP : usual));
    values.put("path", xml(request.target()));
    values.put("method", request.method());
    values.put("keepAlive", Boolean.toString(load.spec().keepAlive()));
    values.put("raw", Boolean.toString(!body.isEmpty()));
    if (!body.isEmpty()) {
      values.put("body", ExportTemplate.filled("jmeter-body.xml", Map.of("text", xml(body))));
    }
    values.put(
        "headers",
        request.headers().stream()
            .map(field -> Map.of("name", xml(field.name()), "value", xml(field.value())))
            .map(field -> ExportTemplate.filled("jmeter-header.xml", field))
            .collect(Collectors.joining()));
    return ExportTemplate.filled("jmeter-request.xml", values);
  }

  /** Returns a text as it stands in XML, in which JMeter evaluates nothing. */
  private static String xml(String text) {
    return Text.xml(
        text.contains("${") ? text.replace("\\", "\\\\").replace("${", "${__char(36)}{") : text);
  }
}
