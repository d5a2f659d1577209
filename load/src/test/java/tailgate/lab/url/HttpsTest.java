package tailgate.lab.url;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.LabException;
import tailgate.lab.hyperfoil.UrlLoad;
import tailgate.lab.load.Arrivals;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;

/** The certificate of the server is for localhost, and vouches for itself. */
@Tag("slow")
class HttpsTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final String PASSWORD = "changeit";

  @TempDir static Path folder;

  private static Path certificate;
  private static HttpsServer server;

  @BeforeAll
  static void start() throws Exception {
    Path store = folder.resolve("key.p12");
    certificate = folder.resolve("certificate.pem");
    keytool(store, "-genkeypair", "-keyalg", "RSA", "-dname", "CN=a", "-ext", "san=dns:localhost");
    keytool(store, "-exportcert", "-rfc", "-file", certificate.toString());
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    server = HttpsServer.create(new InetSocketAddress(loopback, 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
  }

  private static void keytool(Path store, String... what) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(what));
    command.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD, "-alias", "a"));
    assertThat(new ProcessBuilder(command).redirectErrorStream(true).start().waitFor()).isZero();
  }

  @AfterAll
  static void stop() {
    server.stop(0);
  }

  @Test
  void aLoadTrustsTheCertificatesOfAFile() throws Exception {
    assertThat(failures("localhost", certificate, false)).isZero();
  }

  @Test
  void aLoadTakesAnyCertificateIfItIsTold() throws Exception {
    assertThat(failures("127.0.0.1", null, true)).isZero();
  }

  @Test
  void anUnknownCertificateIsRefused() {
    assertThatThrownBy(() -> failures("localhost", null, false))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("--cacert FILE trusts other certificates");
  }

  @Test
  void aCertificateForAnotherHostIsRefused() {
    assertThatThrownBy(() -> failures("127.0.0.1", certificate, false))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("127.0.0.1");
  }

  @Test
  void aFileWithoutCertificatesIsNamed() throws Exception {
    Path empty = Files.createFile(folder.resolve("empty.pem"));

    assertThatThrownBy(() -> failures("localhost", empty, false))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("empty.pem: no certificates");
  }

  private static long failures(String host, @Nullable Path authorities, boolean insecure)
      throws Exception {
    ServerUrl url = ServerUrl.parse("https://" + host + ":" + server.getAddress().getPort());
    LoadSpec spec =
        new LoadSpec(
            "/",
            true,
            50,
            Model.OPEN,
            List.of(new Segment(Kind.STEADY, 1, 20, 1_000)),
            TIMEOUT.toMillis(),
            1,
            Arrivals.UNIFORM);
    UrlLoad load = new UrlLoad(spec, url.reach(TIMEOUT, authorities, insecure));
    boolean isOver = load.await(TIMEOUT.multipliedBy(3));
    assertThat(isOver).isTrue();
    assertThat(load.figures().latencies().getTotalCount()).isEqualTo(20);
    return load.figures().result().failed(segment -> true);
  }
}
