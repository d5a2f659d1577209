package tailgate.lab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoadCommandTest {

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @CsvSource({
    "http://a/, '', say either --rate",
    "http://a/, --rate=5/s --users=1, say either --rate",
    "http://a/, --rate=fast, '--rate: ''fast'' is no rate such as 500/s'",
    "http://a/, --users=0, --users and --connections are at least 1",
    "http://a/, --rate=5/s --arrivals=even, no law of arrivals 'even'; there are poisson",
    "http://a/, --rate=5/s --duration=10, '''10'' is no time such as 50ms'",
    "http://a/, --rate=5/s --slo=p98=1s, 'is no objective such as p99=50ms'",
    "http://a/, --rate=5/s --header=Accept, '''Accept'' is no header'",
    "http://a/, --rate=5/s --header=Host:b, Host is set for each request",
    "http://a/, --rate=5/s --method=FETCH, --method: no method 'FETCH'",
    "http://a/, --rate=5/s --body=a --body-file=b, --body and --body-file exclude each other",
    "http://a/, --rate=5/s --requests=a --body=b, --requests leaves no use for",
    "http://a/, --users=5 --duration=2h, tailgate: a load takes at most 30 minutes",
    "http://a/, --rate=5/s --json=/no/such/a.json, --json: cannot write /no/such/a.json",
    "http://a/, --rate=5/s --hgrm=/tmp, --hgrm: cannot write /tmp",
    "http://a/, --rate=5/s --export=gatling, 'no format of --export ''gatling''; there are jmx'",
    "http://a/, --rate=5/s --export=k6 --json=a, --export sends no load",
    "http://a/, --rate=5/s --out=a, --out is for --export",
    "http://a/, --rate=5/s --export=k6 --out=/no/such/a.js, --out: cannot write /no/such/a.js",
    "ftp://a/, --rate=5/s, is neither http:// nor https://"
  })
  void aWrongOptionIsOneClearLine(String url, String options, String complaint) {
    List<String> arguments = new ArrayList<>(List.of(url));
    if (!options.isEmpty()) {
      arguments.addAll(List.of(options.split(" ")));
    }

    assertThat(load(arguments)).isEqualTo(2);
    assertThat(err.toString()).contains(complaint).hasLineCount(1);
  }

  @Test
  void aServerThatCannotBeReachedIsOneClearLine() throws Exception {
    int port;
    try (ServerSocket closed = new ServerSocket(0)) {
      port = closed.getLocalPort();
    }

    assertThat(load(List.of("http://127.0.0.1:" + port, "--rate=5/s"))).isEqualTo(1);
    assertThat(err.toString()).contains(": nothing listens there").hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource({
    "jmx, <stringProp name=\"HTTPSampler.domain\">no.such.host</stringProp>",
    "hyperfoil, 'host: http://no.such.host'",
    "k6, '\"url\" : \"http://no.such.host/a\"'"
  })
  void anExportIsTheOutputAndSendsNothing(String format, String part) {
    int code = load(List.of("http://no.such.host/a", "--rate=5/s", "--export=" + format));

    assertThat(code).as(err.toString()).isZero();
    assertThat(out.toString()).contains(part);
    assertThat(err.toString().lines())
        .isNotEmpty()
        .allMatch(line -> line.startsWith(format + ": "));
  }

  @Test
  void anExportCanBeAFile() throws Exception {
    Path file = folder.resolve("load.js");

    int code = load(List.of("http://a/", "--users=5", "--export=k6", "-o", file.toString()));

    assertThat(code).as(err.toString()).isZero();
    assertThat(out.toString()).isEmpty();
    assertThat(Files.readString(file)).contains("\"vus\" : 5");
  }

  @Test
  void aBodyThatIsNoTextIsNotExported() throws Exception {
    Path body = Files.write(folder.resolve("body"), new byte[] {(byte) 0xFF});

    int code = load(List.of("http://a/", "--users=5", "--export=jmx", "--body-file=" + body));

    assertThat(code).isEqualTo(2);
    assertThat(err.toString()).contains("--export: the body of POST / is not text").hasLineCount(1);
  }

  @Test
  @Tag("slow")
  void aLoadIsReportedAndJudgedAndWritten() throws Exception {
    HttpServer server = server(200);
    Path json = folder.resolve("a.json");
    Path csv = folder.resolve("a.csv");
    Path hgrm = folder.resolve("a.hgrm");
    List<String> arguments =
        List.of(
            "http://127.0.0.1:" + server.getAddress().getPort() + "/",
            "--rate=50/s:1s,100/s:1s",
            "--arrivals=uniform",
            "--slo=p99=30s,failed=1%",
            "--json=" + json,
            "--csv=" + csv,
            "--hgrm=" + hgrm);
    int code = load(arguments);
    server.stop(0);

    assertThat(code).as(err + "\n" + out).isIn(0, 3); // 3 on a machine that is too busy
    assertThat(out.toString())
        .contains("150 due", "150 answered", "0 failed", "P99.99   needs 10,000 requests")
        .contains("Objective met: P99 ");
    assertThat(Files.readString(json)).contains("\"answered\" : 150", "\"percent\" : 99.9");
    assertThat(Files.readAllLines(csv)).hasSize(3);
    assertThat(Files.readString(hgrm)).contains("Total count    =          150");
  }

  @Test
  @Tag("slow")
  void aMissedObjectiveIsTheExitCode() throws Exception {
    HttpServer server = server(503);
    String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    int code = load(List.of(url, "--users=1", "--duration=500ms", "--slo=failed=1%"));
    server.stop(0);

    assertThat(code).as(err + "\n" + out).isIn(1, 3);
    assertThat(out.toString()).contains("503", "Objective missed: failed 100 %");
  }

  private static HttpServer server(int status) throws IOException {
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    HttpServer server = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    server.start();
    return server;
  }

  private int load(List<String> arguments) {
    List<String> all = new ArrayList<>(List.of("load"));
    all.addAll(arguments);
    return Lab.commandLine()
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(all.toArray(String[]::new));
  }
}
