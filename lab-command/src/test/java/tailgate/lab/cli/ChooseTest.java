package tailgate.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.lab.testing.FakeJMeter;
import tailgate.lab.testing.FakeProject;

class ChooseTest {

  @TempDir Path root;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @CsvSource({
    "--slo=50ms, '''50ms'' is not an objective such as p99=50ms'",
    "--slo=p99=10us, the time is 1 ms to 2 s",
    "--stages=threadpoll, no stage 'threadpoll'; there are singlethreaded",
    "--method=FETCH, '--method: no method ''FETCH'''",
    "--header=Accept, '''Accept'' is no header'",
    "--cacert=a.pem, --cacert needs --url",
    "--min-rate=500/s, --min-rate needs --url",
    "--min-rate=fast, '''fast'' is no rate such as 500/s'",
    "--junit=a.xml, --junit needs --url or --base",
    "--base=a.jar, --base needs --head",
    "--head=a.jar, --head needs --base",
    "--rate=10/s, --rate needs --base",
    "--stages=none, --stages none needs --candidate or --servers",
    "--url=ftp://a/, is neither http:// nor https://",
    "--simulate-io=20, '--simulate-io: ''20'' is not a time such as 20ms'",
    "--simulate-io=100%:20ms, '--simulate-io: ''100%:20ms'' is not a time such as 20ms'",
    "--simulate-cpu=fast, '--simulate-cpu: ''fast'' is not a time such as 20ms'",
    "--simulate-io=20xyz, '--simulate-io: ''20xyz'' is not a time such as 20ms'",
    "'--connections=kept,new', '--connections: choose takes kept or new, not both'",
    "--connections=old, 'connections are kept or new, not ''old'''",
    "--handler=A, --handler-jar and --handler need each other",
    "--path=page, '--path begins with /'",
    "--stage-args=event-lop=--reactors 2, '--stage-args: ''event-lop'' takes no part'",
    "--blocks=0, '--blocks must be at least 1, not 0'",
    "--server-host=-oProxyCommand=x, '--server-host: ''-oProxyCommand=x'' is no host'",
    "--server-java=java, '--server-java and --server-cpus need --server-host'",
    "--ssh=ssh, '--server-address and --ssh need --server-host or --load-host'",
    "--load-host=-oProxyCommand=x, '--load-host: ''-oProxyCommand=x'' is no host'",
    "'--load-host=one,one', '--load-host names a machine twice'",
    "--load-java=java, '--load-java needs --load-host'",
    "--server-cpus=a, '''a'' is not a list of cores'",
    "--line=20, '''20'' is no line such as 20ms or 20ms,loss=1'",
    "'--line=20ms,loss=60', '''20ms,loss=60'' is more than a delay of 10s or a loss of 50'"
  })
  void aWrongOptionIsOneClearLine(String option, String complaint) {
    assertThat(choose(option)).isEqualTo(2);

    assertThat(err.toString()).contains(complaint);
  }

  @ParameterizedTest
  @CsvSource({
    "--stages=threadpool, --url leaves no use for --stages",
    "--resume=a, --url leaves no use for --resume",
    "--most-rate=10/s --min-rate=20/s, --min-rate is more than --most-rate allows",
    "--most-rate=10/min, --most-rate is at least 1/s",
    "--method=FETCH, --method: no method 'FETCH'",
    "--junit=/no/such/a.xml, --junit: cannot write /no/such/a.xml"
  })
  void aWrongOptionBesideAUrlIsOneClearLine(String options, String complaint) {
    List<String> all = new ArrayList<>(List.of("--url=http://127.0.0.1:1/"));
    all.addAll(List.of(options.split(" ")));

    assertThat(choose(all.toArray(String[]::new))).isEqualTo(2);
    assertThat(err.toString()).contains(complaint).hasLineCount(1);
  }

  @Test
  void twoBuildsAreAskedForWhateverTheyAnswer() throws Exception {
    FakeProject.in(root, FakeJMeter.Behaviour.FAILS);

    assertThat(
            choose(
                "--base=a.jar",
                "--head=b.jar",
                "--path=/orders?id=7",
                "--cpus=shared",
                "--on-busy=ignore"))
        .isEqualTo(1);
    assertThat(err.toString()).contains("head: ended before it answered").contains("b.jar");
  }

  @ParameterizedTest
  @CsvSource({
    "--stages=threadpool, --base leaves no use for --stages",
    "--url=http://127.0.0.1:1/, --url leaves no use for --base",
    "--resume=a, --resume needs the --rate of the run that was cut",
    "--path=orders, --path begins with /"
  })
  void aWrongOptionBesideTwoBuildsIsOneClearLine(String option, String complaint) {
    assertThat(choose("--base=a.jar", "--head=run {port}", option)).isEqualTo(2);
    assertThat(err.toString()).contains(complaint).hasLineCount(1);
  }

  @Test
  void aBuildThatDoesNotLearnItsPortIsOneClearLine() {
    assertThat(choose("--base=a.jar", "--head=run")).isEqualTo(2);
    assertThat(err.toString())
        .contains("--base and --head: the command of 'head' has no {port}")
        .hasLineCount(1);
  }

  @Test
  void aFileOfRequestsNamesPathsOfTheServers() throws Exception {
    Path file = Files.writeString(root.resolve("requests"), "GET http://elsewhere/\n");

    assertThat(choose("--requests=" + file)).isEqualTo(1);
    assertThat(err.toString())
        .contains("requests, line 1: 'http://elsewhere/' is no path, such as /orders")
        .hasLineCount(1);
  }

  @Test
  void aUrlThatCannotBeReachedIsOneClearLine() throws Exception {
    int port;
    try (ServerSocket closed = new ServerSocket(0)) {
      port = closed.getLocalPort();
    }

    assertThat(choose("--url=http://127.0.0.1:" + port)).isEqualTo(1);
    assertThat(err.toString()).contains(": nothing listens there").hasLineCount(1);
  }

  @Test
  void whatIsMissingIsNamedWithItsRemedyAndJMeterIsNotMissed() throws Exception {
    FakeProject.in(root, FakeJMeter.Behaviour.FAILS);

    assertThat(choose("--quick")).isEqualTo(1);

    assertThat(err.toString()).startsWith("tailgate: no ").contains(".jar; build it with");
  }

  @Test
  void theHelpSaysHowToNameAnObjective() {
    assertThat(choose("--help")).isZero();

    assertThat(out.toString()).contains("--slo=pN=TIME", "p99=50ms", "docs/choosing.md");
  }

  @Test
  void serversElsewhereHaveNoCandidatesBesideThem() {
    assertThat(choose("--server-host=there", "--candidate=other=run {port}")).isEqualTo(2);
    assertThat(err.toString()).contains("--server-host is for stages alone");
  }

  @Test
  void serversElsewhereShareNoProcessorsWithTheLoad() {
    assertThat(choose("--server-host=there", "--cpus=server=0,load=1")).isEqualTo(2);
    assertThat(err.toString()).contains("with --server-host say --server-cpus");
  }

  @Test
  void aLoadFromElsewhereIsForStagesAndHasALineOfItsOwn() {
    assertThat(choose("--load-host=there", "--candidate=other=run {port}")).isEqualTo(2);
    assertThat(err.toString()).contains("--load-host is for stages alone");

    assertThat(choose("--load-host=there", "--line=1ms")).isEqualTo(2);
    assertThat(err.toString()).contains("--line is on this machine, and with --load-host");
  }

  @Test
  void aLineIsOnThisMachineAndForStages() {
    assertThat(choose("--line=1ms", "--server-host=there")).isEqualTo(2);
    assertThat(err.toString()).contains("--line is on this machine, and with --server-host");

    assertThat(choose("--line=1ms", "--candidate=other=run {port}")).isEqualTo(2);
    assertThat(err.toString()).contains("--line is for stages alone");
  }

  private int choose(String... options) {
    List<String> arguments = new ArrayList<>(List.of("choose", "--project-root", root.toString()));
    arguments.addAll(List.of(options));
    return Lab.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments.toArray(String[]::new));
  }
}
