package tailgate.lab.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import tailgate.lab.load.Arrivals;
import tailgate.lab.load.RequestSpec;

/** The plans as documents; {@code PlansRunTest} of module jmeter has JMeter run one. */
class JMeterPlanTest {

  @Test
  void aStepHasItsRateTwiceAndTheEndIsAPause() throws Exception {
    PortableLoad steps =
        ExportedLoads.load(
            ExportedLoads.open(
                Arrivals.UNIFORM,
                ExportedLoads.warmUp(100, 1_000),
                ExportedLoads.step(100, 10_000),
                ExportedLoads.step(0, 500),
                ExportedLoads.step(1.5, 5_000)),
            ExportedLoads.GET);

    assertThat(values(steps, "OpenModelThreadGroup.schedule").getLast())
        .isEqualTo(
            """
            pause(1000 ms)
            rate(${__jexl3(100.0 / ${__P(machines,1)})}/s) even_arrivals(10000 ms) \
            rate(${__jexl3(100.0 / ${__P(machines,1)})}/s)
            pause(500 ms)
            rate(${__jexl3(1.5 / ${__P(machines,1)})}/s) even_arrivals(5000 ms) \
            rate(${__jexl3(1.5 / ${__P(machines,1)})}/s)
            pause(4000 ms)\
            """);
  }

  @Test
  void poissonArrivalsAreRandom() throws Exception {
    PortableLoad load =
        ExportedLoads.load(
            ExportedLoads.open(Arrivals.poisson(1), ExportedLoads.step(100, 10_000)),
            ExportedLoads.GET);

    assertThat(values(load, "OpenModelThreadGroup.schedule").getFirst())
        .contains("random_arrivals(10000 ms)");
  }

  @Test
  void usersOfAClosedLoadAreThreads() throws Exception {
    PortableLoad load =
        ExportedLoads.load(
            ExportedLoads.closed(ExportedLoads.warmUp(0, 1_500), ExportedLoads.step(0, 3_000)),
            ExportedLoads.GET);

    assertThat(values(load, "ThreadGroup.num_threads"))
        .containsOnly("${__jexl3(20 / ${__P(machines,1)})}");
    assertThat(values(load, "ThreadGroup.delay")).containsExactly("0", "2");
    assertThat(values(load, "ThreadGroup.duration")).containsExactly("2", "3");
  }

  @Test
  void requestsAreDrawnByTheirWeight() throws Exception {
    PortableLoad load =
        ExportedLoads.load(
            ExportedLoads.closed(ExportedLoads.step(0, 1_000)),
            ExportedLoads.GET,
            ExportedLoads.POST);

    assertThat(values(load, "SwitchController.value"))
        .containsExactly("${__jexl3(var drawn = ${__Random(1,1000000)}; drawn <= 800000 ? 0 : 1)}");
    assertThat(values(load, "HTTPSampler.path")).containsExactly("/a?b=1&c=2", "/orders");
    assertThat(values(load, "HTTPSampler.method")).containsExactly("GET", "POST");
  }

  @Test
  void whatLooksLikeAVariableOfJMeterIsNone() throws Exception {
    PortableLoad load =
        ExportedLoads.load(ExportedLoads.closed(ExportedLoads.step(0, 1_000)), ExportedLoads.POST);

    assertThat(values(load, "Argument.value"))
        .containsExactly("{\"price\": \"5 < 6 & ä\",\r\n \"id\": \"${__char(36)}{id}\\\\\\\\\"}");
    assertThat(values(load, "Header.value"))
        .containsExactly("application/json", "${__char(36)}{id}");
  }

  @Test
  void aBodyThatIsNoTextIsRefused() {
    RequestSpec picture =
        new RequestSpec("PUT", "/p", List.of(), ByteBuffer.wrap(new byte[] {(byte) 0x89, 'P'}), 1);

    assertThatThrownBy(
            () -> ExportedLoads.load(ExportedLoads.closed(ExportedLoads.step(0, 1_000)), picture))
        .hasMessageContaining("the body of PUT /p is not text in UTF-8");
    RequestSpec bell = new RequestSpec("PUT", "/p", List.of(), ByteBuffer.wrap(new byte[] {7}), 1);
    assertThatThrownBy(
            () -> ExportedLoads.load(ExportedLoads.closed(ExportedLoads.step(0, 1_000)), bell))
        .hasMessageContaining("is not text in UTF-8");
  }

  /** Returns what all elements have that have this name. */
  private static List<String> values(PortableLoad load, String name) throws Exception {
    NodeList all =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(ExportFormat.JMX.write(load).text())))
            .getElementsByTagName("*");
    return IntStream.range(0, all.getLength())
        .mapToObj(i -> (Element) all.item(i))
        .filter(element -> element.getAttribute("name").equals(name))
        .map(Element::getTextContent)
        .toList();
  }
}
