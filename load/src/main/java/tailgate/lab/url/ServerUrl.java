package tailgate.lab.url;

import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.load.Origin;

/**
 * The server that a user names by a URL. One connection shows whether it can be reached, and whose
 * certificate it has, before a load begins; no request is sent. Immutable.
 */
public final class ServerUrl {

  private final URI url;
  private final int port;

  private ServerUrl(URI url, int port) {
    this.url = url;
    this.port = port;
  }

  /**
   * Reads a URL; without a scheme it is one of {@code http}.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  public static ServerUrl parse(String text) {
    URI url;
    try {
      url = URI.create(text.matches("[A-Za-z][A-Za-z0-9+.-]*://.*") ? text : "http://" + text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("'%s' is no URL".formatted(text), e);
    }
    String scheme = url.getScheme().toLowerCase(Locale.ROOT);
    if (!List.of("http", "https").contains(scheme)) {
      throw new IllegalArgumentException("'%s' is neither http:// nor https://".formatted(text));
    }
    if (url.getHost() == null || url.getRawUserInfo() != null) {
      throw new IllegalArgumentException(
          "'%s' is no URL such as http://host:8080/".formatted(text));
    }
    int usual = scheme.equals("https") ? 443 : 80;
    return new ServerUrl(url, url.getPort() < 0 ? usual : url.getPort());
  }

  public int port() {
    return port;
  }

  /** Whether its host is an address of this machine; false for a name that nobody knows. */
  public boolean isOnThisMachine() {
    try {
      InetAddress address = InetAddress.getByName(url.getHost());
      return address.isLoopbackAddress()
          || address.isAnyLocalAddress()
          || NetworkInterface.getByInetAddress(address) != null;
    } catch (IOException e) {
      return false;
    }
  }

  private boolean isSecure() {
    return url.getScheme().equalsIgnoreCase("https");
  }

  /** Returns the path and the query, as they are sent. */
  public String path() {
    String path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    return url.getRawQuery() == null ? path : path + "?" + url.getRawQuery();
  }

  /**
   * Returns the path and the query of another resource of this server.
   *
   * @param other a path or a URL
   * @throws IllegalArgumentException if it is of another server
   */
  public String pathOf(String other) {
    if (other.startsWith("/")) {
      return URI.create(other).getRawFragment() == null ? other : other.replaceFirst("#.*", "");
    }
    ServerUrl asked = parse(other);
    if (asked.port != port
        || asked.isSecure() != isSecure()
        || !asked.url.getHost().equalsIgnoreCase(url.getHost())) {
      throw new IllegalArgumentException(
          "'%s' is of another server than %s".formatted(other, this));
    }
    return asked.path();
  }

  @Override
  public String toString() {
    return new Origin(url.getHost(), port, isSecure(), null, null).url();
  }

  /**
   * Connects, once for each address until one answers.
   *
   * @param authorities a file with certificates in PEM of which one has to vouch for the server;
   *     null for those that this Java trusts
   * @param insecure whether any certificate is taken
   * @throws LabException if there is no connection, in words for the user
   */
  public Origin reach(Duration timeout, @Nullable Path authorities, boolean insecure)
      throws LabException, IOException {
    KeyStore trusted = insecure || !isSecure() ? null : trusted(authorities);
    IOException last = new IOException("no address");
    for (InetAddress address : addresses()) {
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(address, port), (int) timeout.toMillis());
        if (isSecure()) {
          socket.setSoTimeout((int) timeout.toMillis());
          shakeHands(socket, trusted);
        }
        return new Origin(url.getHost(), port, isSecure(), text(address), trusted);
      } catch (SSLHandshakeException e) {
        throw new LabException(
            "%s: %s; --cacert FILE trusts other certificates, and -k any"
                .formatted(this, e.getMessage()),
            e);
      } catch (SSLException e) {
        throw new LabException("%s speaks no TLS (%s)".formatted(this, e.getMessage()), e);
      } catch (IOException e) {
        last = e;
      }
    }
    throw new LabException("%s: %s".formatted(this, why(last)), last);
  }

  private InetAddress[] addresses() throws LabException {
    try {
      return InetAddress.getAllByName(url.getHost());
    } catch (UnknownHostException e) {
      throw new LabException("%s: no address is known for this host".formatted(this), e);
    }
  }

  private static String text(InetAddress address) {
    String text = address.getHostAddress();
    return address instanceof Inet6Address ? "[" + text + "]" : text;
  }

  private static String why(IOException e) {
    return switch (e) {
      case ConnectException refused -> "nothing listens there (" + refused.getMessage() + ")";
      case SocketTimeoutException late -> "no connection in time";
      default -> String.valueOf(e.getMessage());
    };
  }

  /** Checks the certificate, and whether it is for the host, unless any is trusted. */
  private void shakeHands(Socket socket, @Nullable KeyStore trusted) throws IOException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      TrustManagerFactory managers =
          trusted == null ? InsecureTrustManagerFactory.INSTANCE : factory(trusted);
      context.init(null, managers.getTrustManagers(), null);
      String name = url.getHost().replaceAll("[\\[\\]]", "");
      SSLSocket secure =
          (SSLSocket) context.getSocketFactory().createSocket(socket, name, port, false);
      if (trusted != null) {
        SSLParameters parameters = secure.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        secure.setSSLParameters(parameters);
      }
      secure.startHandshake();
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  /** Returns what makes decisions by these certificates, or by those of this Java. */
  private static TrustManagerFactory factory(@Nullable KeyStore trusted)
      throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(trusted);
    return factory;
  }

  private static KeyStore trusted(@Nullable Path authorities) throws IOException, LabException {
    try {
      KeyStore store = KeyStore.getInstance("JKS");
      store.load(null, null);
      for (Certificate certificate : authorities == null ? ofThisJava() : read(authorities)) {
        store.setCertificateEntry("trusted-" + store.size(), certificate);
      }
      if (store.size() == 0) {
        throw new CertificateException("none");
      }
      return store;
    } catch (GeneralSecurityException e) {
      String where = authorities == null ? "this Java" : "--cacert " + authorities;
      throw new LabException("%s: no certificates (PEM)".formatted(where), e);
    }
  }

  private static List<X509Certificate> ofThisJava() throws GeneralSecurityException {
    return Stream.of(factory(null).getTrustManagers())
        .filter(X509TrustManager.class::isInstance)
        .flatMap(manager -> Arrays.stream(((X509TrustManager) manager).getAcceptedIssuers()))
        .toList();
  }

  private static Collection<? extends Certificate> read(Path file)
      throws IOException, CertificateException {
    try (InputStream in = Files.newInputStream(file)) {
      return CertificateFactory.getInstance("X.509").generateCertificates(in);
    }
  }
}
