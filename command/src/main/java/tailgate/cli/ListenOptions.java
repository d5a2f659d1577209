package tailgate.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import tailgate.http.AllowedHosts;
import tailgate.http.Handler;
import tailgate.http.HostCheck;
import tailgate.server.listen.SharedSocket;

/** Options for the address of the server, and for the hosts that may be requested there. */
final class ListenOptions {

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "Address to listen on; 0.0.0.0 opens it to the network. (${DEFAULT-VALUE})")
  String host = "127.0.0.1";

  @Option(
      names = {"-p", "--port"},
      paramLabel = "PORT",
      defaultValue = "8010",
      description = "Port to listen on; 0 takes any free one. (${DEFAULT-VALUE})")
  int port = 8010;

  @Option(
      names = "--backlog",
      paramLabel = "N",
      defaultValue = "4096",
      description =
          "Maximum number of connections in the kernel's accept queue. (${DEFAULT-VALUE})")
  int backlog = 4096;

  @Option(
      names = "--allow-host",
      paramLabel = "NAME",
      description =
          "Answer 421 to requests for any other host, so that no page of another site can read the"
              + " files through DNS rebinding. A name or an IP address, without a port. May be"
              + " repeated. (every host is allowed)")
  List<String> allowedHosts = new ArrayList<>();

  /**
   * The hosts of {@code --allow-host}.
   *
   * @throws IllegalArgumentException if one of them is no host
   */
  AllowedHosts allowedHosts() {
    return AllowedHosts.of(allowedHosts);
  }

  /** The check of the requested host before {@code handler}; null if every host is allowed. */
  @Nullable HostCheck hostCheck(Handler handler) {
    return allowedHosts.isEmpty() ? null : new HostCheck(allowedHosts(), handler);
  }

  List<Banner.Line> bannerLines() {
    return allowedHosts.isEmpty()
        ? List.of()
        : List.of(new Banner.Line("hosts", "only " + String.join(", ", allowedHosts)));
  }

  /** The requested port, possibly 0; 0 does not hide the port of an inherited socket. */
  int port(@Nullable SharedSocket inherited) {
    return inherited == null || port == 0 ? port : inherited.address().getPort();
  }

  /**
   * Says that the inherited socket has another address than the options, if it has.
   *
   * @return null if the address is as requested, or if none was requested
   */
  @Nullable String difference(ParseResult given, SharedSocket inherited) {
    InetSocketAddress has = inherited.address();
    boolean otherPort = given.hasMatchedOption("--port") && port != 0 && port != has.getPort();
    boolean otherHost = given.hasMatchedOption("--host") && !isHost(has.getAddress());
    return otherPort || otherHost
        ? "the inherited socket listens on "
            + Banner.hostAndPort(has)
            + ", and not on "
            + host
            + ":"
            + port
            + "; to change that, stop the server and start it again"
        : null;
  }

  /** An IPv6 socket on all addresses takes IPv4 clients too. */
  private boolean isHost(InetAddress other) {
    InetAddress wanted = address().getAddress();
    return wanted.equals(other) || (wanted.isAnyLocalAddress() && other.isAnyLocalAddress());
  }

  /** The address to listen on. Looks up the host name. */
  InetSocketAddress address() {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("the port must be 0 to 65535, not " + port);
    }
    if (host.isBlank()) { // it would mean localhost
      throw new IllegalArgumentException("the host to listen on is empty");
    }
    try {
      return new InetSocketAddress(InetAddress.getByName(host), port);
    } catch (IOException e) {
      throw cannotListen(e);
    }
  }

  StartupException cannotListen(IOException e) {
    return StartupException.cannotListen(host + ":" + port, "--port", e);
  }
}
