package tailgate.lab.remote;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tailgate.lab.machine.NetworkLine;
import tailgate.lab.machine.Tool;
import tailgate.lab.process.Children;

class LoadNamespaceTest {

  private static final Duration PLENTY = Duration.ofSeconds(30);

  @Test
  void eachEndHasHalfOfTheDelayAndAllOfTheLoss() {
    assertThat(lines(LoadNamespace.impaired(NetworkLine.parse("1ms,loss=1"), "tailgate7", 99)))
        .containsExactly(
            "tc qdisc add dev tailgate7 root netem limit 100000 delay 500us loss 1.0%",
            "nsenter --target 99 --net"
                + " tc qdisc add dev load root netem limit 100000 delay 500us loss 1.0%");
  }

  @Test
  void whatIsNotAskedForIsNotSet() {
    assertThat(lines(LoadNamespace.impaired(NetworkLine.parse("20ms"), "tailgate7", 99)))
        .first()
        .isEqualTo("tc qdisc add dev tailgate7 root netem limit 100000 delay 10000us");
    assertThat(lines(LoadNamespace.impaired(NetworkLine.parse("0s,loss=0.1"), "tailgate7", 99)))
        .first()
        .isEqualTo("tc qdisc add dev tailgate7 root netem limit 100000 loss 0.1%");
    assertThat(LoadNamespace.impaired(NetworkLine.parse("0ms"), "tailgate7", 99)).isEmpty();
  }

  @Test
  void eachLabHasANetworkOfItsOwn() {
    assertThat(lines(LoadNamespace.joined(NetworkLine.parse("1ms"), "tailgate7", 7, 99)))
        .containsExactly(
            "ip link add tailgate7 type veth peer name load netns 99",
            "ip address add 198.18.0.29/30 dev tailgate7",
            "ip link set dev tailgate7 up",
            "nsenter --target 99 --net ip address add 198.18.0.30/30 dev load",
            "nsenter --target 99 --net ip link set dev load up",
            "nsenter --target 99 --net ip link set dev lo up");
    assertThat(lines(LoadNamespace.joined(NetworkLine.parse("1ms"), "tailgate3", 32_767, 99)))
        .contains("ip address add 198.19.255.253/30 dev tailgate3");
  }

  @Test
  void eachPacketIsLostByItself() {
    assertThat(lines(LoadNamespace.joined(NetworkLine.parse("1ms,loss=0"), "tailgate7", 7, 99)))
        .contains(
            "ip link set dev tailgate7 gso_max_segs 1 up",
            "nsenter --target 99 --net ip link set dev load gso_max_segs 1 up",
            "nsenter --target 99 --net ip link set dev lo up");
  }

  private static List<String> lines(List<List<String>> commands) {
    return commands.stream().map(words -> String.join(" ", words)).toList();
  }

  /** As root on Linux only. */
  @Test
  @Tag("slow")
  void whatRunsAtTheEndOfTheLoadReachesServersOnTheLine() throws Exception {
    assumeTrue(Tool.output("unshare", "--net", "ip", "link", "add", "type", "veth").isPresent());
    try (Children children = new Children(PLENTY)) {
      InetAddress host;
      try (LoadNamespace namespace = LoadNamespace.open(NetworkLine.parse("0ms,loss=0"), children);
          ServerSocket server = new ServerSocket()) {
        host = InetAddress.getByName(namespace.ends().host());
        server.bind(new InetSocketAddress(host, 0));
        server.setSoTimeout((int) PLENTY.toMillis());
        String script =
            "exec 3<>/dev/tcp/%s/%d && read -r line <&3 && [ \"$line\" = hello ]"
                .formatted(host.getHostAddress(), server.getLocalPort());
        List<String> command = new ArrayList<>(namespace.ends().prefix());
        command.addAll(List.of("bash", "-c", script));
        Process client = children.start(new ProcessBuilder(command).inheritIO());
        try (Socket accepted = server.accept()) {
          assertThat(accepted.getInetAddress()).isNotEqualTo(host);
          assertThat(accepted.getInetAddress().getHostAddress()).startsWith("198.1");
          accepted.getOutputStream().write("hello\n".getBytes(US_ASCII));
        }
        assertThat(client.waitFor()).isZero();
      }
      assertThat(NetworkInterface.getByInetAddress(host)).as("nothing is left").isNull();
    }
  }
}
