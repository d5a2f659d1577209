package tailgate.lab.load;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import org.jspecify.annotations.Nullable;

/**
 * The server of a load.
 *
 * @param host as in the field {@code Host}; an IPv6 address in brackets
 * @param isSecure whether it is asked by TLS
 * @param address the IP address, in brackets if it is one of IPv6; null to look up the host
 * @param trusted the certificates of which one has to vouch for a server with TLS; null for any
 *     server. Whether a certificate is for the host is not checked while a load runs
 */
public record Origin(
    String host, int port, boolean isSecure, @Nullable String address, @Nullable KeyStore trusted) {

  private static final int HTTP = 80;
  private static final int HTTPS = 443;

  /** A server without TLS. */
  public Origin(String host, int port) {
    this(host, port, false, null, null);
  }

  /** Returns the address in the form {@code https://host:port}, without a port that is usual. */
  public String url() {
    String url = (isSecure ? "https://" : "http://") + host;
    return port == (isSecure ? HTTPS : HTTP) ? url : url + ":" + port;
  }

  public static byte[] bytes(KeyStore store) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      store.store(bytes, new char[0]);
      return bytes.toByteArray();
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this Java cannot keep certificates", e);
    }
  }
}
