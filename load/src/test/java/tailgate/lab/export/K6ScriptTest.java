package tailgate.lab.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tailgate.lab.export.ExportFormat.ExportedLoad;
import tailgate.lab.load.Arrivals;
import tailgate.lab.load.JsonFiles;

class K6ScriptTest {

  private static final Pattern SCENARIOS = Pattern.compile("(?s)  scenarios: (.*?),\n};");
  private static final Pattern THRESHOLDS = Pattern.compile("(?s)  thresholds: (.*?),\n  scen");
  private static final Pattern REQUESTS = Pattern.compile("(?s)const requests = (.*?);\n\n");

  @Test
  void aRateIsAScenarioOfThatRate() throws Exception {
    JsonNode load =
        scenarios(
                ExportedLoads.load(
                    ExportedLoads.open(Arrivals.UNIFORM, ExportedLoads.step(500, 10_000)),
                    ExportedLoads.GET))
            .at("/load");

    assertThat(load.path("executor").asText()).isEqualTo("constant-arrival-rate");
    assertThat(load.path("rate").asInt()).isEqualTo(500);
    assertThat(load.path("timeUnit").asText()).isEqualTo("1s");
    assertThat(load.path("duration").asText()).isEqualTo("10000ms");
    assertThat(load.path("maxVUs").asInt()).isEqualTo(200);
  }

  @Test
  void aRateThatIsNoIntegerHasALongerUnit() throws Exception {
    JsonNode load =
        scenarios(
                ExportedLoads.load(
                    ExportedLoads.open(Arrivals.UNIFORM, ExportedLoads.step(100 / 60.0, 60_000)),
                    ExportedLoads.GET))
            .at("/load");

    assertThat(load.path("rate").asInt()).isEqualTo(100);
    assertThat(load.path("timeUnit").asText()).isEqualTo("60s");
  }

  @Test
  void stepsJumpFromOneRateToTheNext() throws Exception {
    JsonNode all =
        scenarios(
            ExportedLoads.load(
                ExportedLoads.open(
                    Arrivals.UNIFORM,
                    ExportedLoads.warmUp(100, 2_000),
                    ExportedLoads.step(100, 10_000),
                    ExportedLoads.step(800, 5_000)),
                ExportedLoads.GET));

    assertThat(all.at("/warm_up/rate").asInt()).isEqualTo(100);
    assertThat(all.at("/load/startTime").asText()).isEqualTo("2000ms");
    assertThat(all.at("/load/executor").asText()).isEqualTo("ramping-arrival-rate");
    assertThat(all.at("/load/stages").toString())
        .isEqualTo(
            """
            [{"target":100,"duration":"0ms"},{"target":100,"duration":"10000ms"},\
            {"target":800,"duration":"0ms"},{"target":800,"duration":"5000ms"}]\
            """);
  }

  @Test
  void usersOfAClosedLoadAreVirtualUsers() throws Exception {
    PortableLoad closed =
        ExportedLoads.load(ExportedLoads.closed(ExportedLoads.step(0, 3_000)), ExportedLoads.GET);

    assertThat(scenarios(closed).at("/load/executor").asText()).isEqualTo("constant-vus");
    assertThat(scenarios(closed).at("/load/vus").asInt()).isEqualTo(20);
    assertThat(part(THRESHOLDS, closed).toString())
        .isEqualTo("{\"iteration_duration{scenario:load}\":[]}");
  }

  @Test
  void anObjectiveIsThresholds() throws Exception {
    PortableLoad judged =
        ExportedLoads.load(
            ExportedLoads.SERVER,
            ExportedLoads.open(Arrivals.UNIFORM, ExportedLoads.step(5, 1_000)),
            "p99=50ms,p99.9=1s,failed=0.1%",
            ExportedLoads.GET);

    assertThat(part(THRESHOLDS, judged).toString())
        .isEqualTo(
            """
            {"iteration_duration{scenario:load}":["p(99)<=50","p(99.9)<=1000"],\
            "dropped_iterations{scenario:load}":["count==0"],\
            "http_req_failed{scenario:load}":["rate<=0.001"]}\
            """);
  }

  @Test
  void requestsHaveAllThatIsSent() throws Exception {
    JsonNode requests =
        part(
            REQUESTS,
            ExportedLoads.load(
                ExportedLoads.closed(ExportedLoads.step(0, 1_000)),
                ExportedLoads.GET,
                ExportedLoads.POST));

    assertThat(requests.at("/0/url").asText()).isEqualTo("http://127.0.0.1:8080/a?b=1&c=2");
    assertThat(requests.at("/0").has("body")).isFalse();
    assertThat(requests.at("/1/method").asText()).isEqualTo("POST");
    assertThat(requests.at("/1/weight").asDouble()).isEqualTo(0.25);
    assertThat(requests.at("/1/body").asText()).isEqualTo(PortableLoad.body(ExportedLoads.POST));
    assertThat(requests.at("/1/params/headers/X-Id").asText()).isEqualTo("${id}");
  }

  @Test
  void whatK6CannotSayIsACommentAndANote() {
    ExportedLoad exported =
        ExportFormat.K6.write(
            ExportedLoads.load(
                ExportedLoads.open(Arrivals.poisson(1), ExportedLoads.step(5, 1_000)),
                ExportedLoads.GET));

    assertThat(exported.notes()).contains("k6 has no Poisson arrivals: these are evenly spaced.");
    assertThat(exported.text()).contains("\n// k6 has no Poisson arrivals");
  }

  private static JsonNode scenarios(PortableLoad load) throws Exception {
    return part(SCENARIOS, load);
  }

  private static JsonNode part(Pattern pattern, PortableLoad load) throws Exception {
    Matcher found = pattern.matcher(ExportFormat.K6.write(load).text());
    assertThat(found.find()).isTrue();
    return JsonFiles.parse(found.group(1).getBytes(StandardCharsets.UTF_8));
  }
}
