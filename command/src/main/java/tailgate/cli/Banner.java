package tailgate.cli;

import java.io.PrintWriter;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.Stage;

/** What a server prints when it is ready. */
record Banner(
    Stage stage,
    InetSocketAddress address,
    List<Line> served,
    SimulationOptions work,
    Optional<InetSocketAddress> admin) {

  /** A line with a name and a value. */
  record Line(String name, String value) {}

  void print(PrintWriter out) {
    out.print(text());
    out.flush();
  }

  String text() {
    StringBuilder text = new StringBuilder();
    text.append("Tailgate ").append(stage.name()).append(" at ").append(url(address)).append('\n');
    line(text, "dispatch", dispatch());
    line(text, "workers", stage.workers());
    served.forEach(line -> line(text, line.name(), line.value()));
    if (work.any()) {
      line(text, "simulated", work.describe());
    }
    return text + admin(admin);
  }

  /** The line with the address of the admin port; empty if there is none. */
  static String admin(Optional<InetSocketAddress> admin) {
    return admin.map(where -> line("admin", url(where))).orElse("");
  }

  private String dispatch() {
    String keepAlive = stage.keepAlive() ? ", keep-alive" : ", no keep-alive";
    return stage.dispatch() == Dispatch.REQUEST
        ? "by request, " + plural(stage.listeners(), "reactor") + keepAlive
        : "by connection, " + plural(stage.listeners(), "acceptor") + keepAlive;
  }

  private static String url(InetSocketAddress address) {
    return address.getAddress().isAnyLocalAddress()
        ? "http://localhost:" + address.getPort() + "/"
        : "http://" + hostAndPort(address) + "/";
  }

  /** Returns host and port as a URL has them. */
  static String hostAndPort(InetSocketAddress address) {
    InetAddress host = address.getAddress();
    String name = host.getHostAddress();
    if (host instanceof Inet6Address) {
      name = host.isLoopbackAddress() ? "[::1]" : "[" + name + "]";
    }
    return name + ":" + address.getPort();
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(line(name, value));
  }

  static String line(String name, String value) {
    return "  %-10s %s%n".formatted(name, value);
  }

  static String plural(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }
}
