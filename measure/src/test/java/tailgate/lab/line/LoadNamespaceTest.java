package tailgate.lab.line;

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
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tailgate.lab.machine.NetworkLine;
import tailgate.lab.machine.Tool;
import tailgate.lab.process.Children;

class LoadNamespaceTest {

  private static final Duration PLENTY = Duration.ofMinutes(2);

  private static final KernelLine LINE = new KernelLine(new Ends(7, 99));

  @Test
  void eachEndHasHalfOfTheDelayAndAllOfTheLoss() {
    assertThat(lines(LINE.impaired("add", NetworkLine.parse("1ms,loss=1"))))
        .containsExactly(
            "tc qdisc add dev tailgate7 root netem limit 100000 delay 500us loss 1.0%",
            "nsenter --target 99 --net"
                + " tc qdisc add dev load root netem limit 100000 delay 500us loss 1.0%");
  }

  @Test
  void whatIsNotAskedForIsTakenBack() {
    assertThat(lines(LINE.impaired("change", NetworkLine.parse("0ms"))))
        .first()
        .isEqualTo("tc qdisc change dev tailgate7 root netem limit 100000 delay 0us loss 0.0%");
  }

  @Test
  void eachLabHasANetworkOfItsOwn() {
    assertThat(lines(LINE.joined(NetworkLine.parse("1ms"))))
        .containsExactly(
            "ip link add tailgate7 type veth peer name load netns 99",
            "ip address add 198.18.0.29/30 dev tailgate7",
            "ip link set dev tailgate7 up",
            "nsenter --target 99 --net ip address add 198.18.0.30/30 dev load",
            "nsenter --target 99 --net ip link set dev load up",
            "nsenter --target 99 --net ip link set dev lo up");
    assertThat(new Ends(32_767, 99).ourAddress()).isEqualTo("198.19.255.253");
  }

  @Test
  void eachPacketIsLostByItself() {
    assertThat(lines(LINE.joined(NetworkLine.parse("1ms,loss=0"))))
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
        host = InetAddress.getByName(namespace.host());
        server.bind(new InetSocketAddress(host, 0));
        server.setSoTimeout((int) PLENTY.toMillis());

        assertThat(namespace.host()).startsWith("198.1");
        assertThat(greetingTakes(server, namespace, children)).isPositive();
        namespace.change(NetworkLine.parse("200ms,loss=0"));
        // There and back for the connection, and there for the greeting.
        assertThat(greetingTakes(server, namespace, children)).isGreaterThan(250);
        namespace.change(NetworkLine.parse("0ms,loss=0"));
        assertThat(greetingTakes(server, namespace, children)).isPositive();
        namespace.use().ifPresent(use -> assertThat(use.packets()).isGreaterThan(9));
      }
      assertThat(NetworkInterface.getByInetAddress(host)).as("nothing is left").isNull();
      assertThat(Thread.getAllStackTraces().keySet())
          .extracting(Thread::getName)
          .noneMatch(name -> name.startsWith("line-"));
    }
  }

  /** How many milliseconds a client at the end of the load needs until it has been greeted. */
  private static long greetingTakes(ServerSocket server, LoadNamespace namespace, Children children)
      throws Exception {
    String script =
        String.format(
            Locale.ROOT,
            "exec 3<>/dev/tcp/%s/%d && read -r line <&3 && [ \"$line\" = hello ]",
            namespace.host(),
            server.getLocalPort());
    List<String> command = new ArrayList<>(namespace.prefix());
    command.addAll(List.of("bash", "-c", script));
    long start = System.nanoTime();
    Process client = children.start(new ProcessBuilder(command).inheritIO());
    try (Socket accepted = server.accept()) {
      assertThat(accepted.getInetAddress().getHostAddress()).startsWith("198.1");
      accepted.getOutputStream().write("hello\n".getBytes(US_ASCII));
      assertThat(client.waitFor()).isZero();
    }
    return (System.nanoTime() - start) / 1_000_000;
  }
}
