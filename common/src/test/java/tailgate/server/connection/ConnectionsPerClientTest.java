package tailgate.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tailgate.server.StubChannel;

final class ConnectionsPerClientTest {

  private final ConnectionsPerClient two = new ConnectionsPerClient(2);

  @Test
  void countsEachIpv4AddressByItself() throws Exception {
    assertThat(enters("192.0.2.1")).isTrue();
    assertThat(enters("192.0.2.1")).isTrue();
    assertThat(enters("192.0.2.1")).isFalse();
    assertThat(enters("192.0.2.2")).isTrue();
  }

  @Test
  void countsAnIpv6NetworkOf64BitsAsOneClient() throws Exception {
    assertThat(enters("2001:db8:0:1::1")).isTrue();
    assertThat(enters("2001:db8:0:1:ffff::2")).isTrue();
    assertThat(enters("2001:db8:0:1::3")).isFalse();
    assertThat(enters("2001:db8:0:2::1")).isTrue();
  }

  @Test
  void countsAMappedAddressAsTheIpv4AddressThatItIs() throws Exception {
    assertThat(enters("::ffff:192.0.2.1")).isTrue();
    assertThat(enters("::ffff:192.0.2.2")).isTrue();
    assertThat(enters("::ffff:192.0.2.3")).isTrue();
  }

  @Test
  void letsAClientInAgainOnceItHasLeft() throws Exception {
    enters("2001:db8::1");
    enters("2001:db8::2");
    two.leave(client("2001:db8::1"));
    assertThat(enters("2001:db8::3")).isTrue();
  }

  private boolean enters(String address) throws IOException {
    return two.tryEnter(client(address));
  }

  private InetAddress client(String address) throws IOException {
    var remote = new InetSocketAddress(InetAddress.getByName(address), 1234);
    InetAddress client =
        two.client(
            new StubChannel(true) {
              @Override
              public SocketAddress getRemoteAddress() {
                return remote;
              }
            });
    return Objects.requireNonNull(client);
  }
}
