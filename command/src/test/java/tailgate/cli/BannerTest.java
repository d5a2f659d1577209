package tailgate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.server.stage.DirectExecutor;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.Stage;
import tailgate.simulation.Delay;

class BannerTest {

  private final SimulationOptions work = new SimulationOptions();
  private Optional<InetSocketAddress> admin = Optional.empty();

  @Test
  void saysWhatRunsWhereAndHow() throws Exception {
    assertThat(banner(stage(Dispatch.REQUEST, true, 2), "127.0.0.1"))
        .isEqualTo(
            """
            Tailgate probe at http://127.0.0.1:8010/
              dispatch   by request, 2 reactors, keep-alive
              workers    8 threads
              cache      64 MiB
              root       /srv/www
            """);
  }

  @Test
  void saysWhereItCanBeSeenAtWork() throws Exception {
    admin = Optional.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 9010));

    assertThat(banner(stage(Dispatch.REQUEST, true, 1), "0.0.0.0"))
        .endsWith("  admin      http://127.0.0.1:9010/\n");
  }

  @Test
  void countsAcceptorsWhereThereAreNoReactors() throws Exception {
    assertThat(banner(stage(Dispatch.CONNECTION, false, 2), "127.0.0.1"))
        .contains("  dispatch   by connection, 2 acceptors, no keep-alive\n");
  }

  @Test
  void countsOneReactorAsOne() throws Exception {
    assertThat(banner(stage(Dispatch.REQUEST, true, 1), "127.0.0.1")).contains("1 reactor,");
  }

  @Test
  void namesSimulatedWorkAsItWasTyped() throws Exception {
    work.io =
        List.of(
            new Delay.Constant(Duration.ofMillis(100)),
            new Delay.Exponential(Duration.ofMillis(20)));
    work.cpu = new Delay.Uniform(Duration.ofMillis(1), Duration.ofMillis(2));

    assertThat(banner(stage(Dispatch.REQUEST, true, 1), "127.0.0.1"))
        .endsWith("  simulated  io 100ms, io exp:20ms, cpu uniform:1ms..2ms\n");
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, http://127.0.0.1:8010/",
    "0.0.0.0, http://localhost:8010/",
    "::, http://localhost:8010/",
    "::1, http://[::1]:8010/",
    "fd00::2, http://[fd00:0:0:0:0:0:0:2]:8010/",
  })
  void namesAUrlThatCanBeOpened(String address, String url) throws Exception {
    assertThat(banner(stage(Dispatch.REQUEST, true, 1), address))
        .startsWith("Tailgate probe at " + url + "\n");
  }

  private static Stage stage(Dispatch dispatch, boolean keepAlive, int reactors) {
    return new Stage("probe", dispatch, keepAlive, reactors, "8 threads", new DirectExecutor());
  }

  private String banner(Stage stage, String address) throws Exception {
    var text = new StringWriter();
    var where = new InetSocketAddress(InetAddress.getByName(address), 8010);
    List<Banner.Line> served =
        List.of(new Banner.Line("cache", "64 MiB"), new Banner.Line("root", "/srv/www"));
    new Banner(stage, where, served, work, admin).print(new PrintWriter(text));
    return text.toString();
  }
}
