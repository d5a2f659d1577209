package tailgate.lab.jmeter;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tailgate.lab.LabException;
import tailgate.lab.machine.Ports;

/**
 * Says where JMeter's users live: on machines on which {@code tailgate injector} runs, or, if there
 * are none, in the JMeter that the lab runs.
 *
 * <p>JMeter runs the whole plan on each injector. So each gets its {@linkplain #share share} of the
 * users, and the total is what was asked for. The warm-up is not divided: every JVM needs its own.
 */
public record Injectors(List<InjectorAddress> addresses, InjectorKey key) {

  public static final Injectors NONE = new Injectors(List.of(), new InjectorKey(Path.of("")));

  private static final int CONNECT_MILLIS = 5_000;

  public Injectors {
    addresses = List.copyOf(addresses);
    if (Set.copyOf(addresses).size() < addresses.size()) {
      throw new IllegalArgumentException("an injector is named twice");
    }
  }

  public boolean isEmpty() {
    return addresses.isEmpty();
  }

  /**
   * Divides the users among the injectors.
   *
   * @throws IllegalArgumentException if they cannot all have the same number, in words for people
   */
  public int share(int users) {
    int parts = Math.max(1, addresses.size());
    if (users % parts != 0) {
      int less = users - users % parts;
      throw new IllegalArgumentException(
          format(
              "%d users cannot be divided evenly among %d injectors; %s%d can",
              users, parts, less == 0 ? "" : less + " or ", less + parts));
    }
    return users / parts;
  }

  /** Returns the option that passes a property to the JMeters that run the plan. */
  String propertyOption() {
    return isEmpty() ? "-J" : "-G";
  }

  /** Returns options for the JMeter that drives the injectors; empty if there are none. */
  List<String> options() throws IOException, LabException {
    if (isEmpty()) {
      return List.of();
    }
    List<String> options = new ArrayList<>(key.options());
    options.add("-R");
    options.add(addresses.stream().map(InjectorAddress::toString).collect(Collectors.joining(",")));
    // Where injectors send their samples. JMeter's own choice may be unreachable for them.
    options.add("-Djava.rmi.server.hostname=" + ownAddress().getHostAddress());
    return options;
  }

  /** Returns the host at which the users find the server under test. */
  String serverHost() throws IOException, LabException {
    return isEmpty() ? Ports.HOST : ownAddress().getHostAddress();
  }

  /** Returns arguments with which users elsewhere can reach the server under test. */
  public List<String> serverArguments() throws IOException, LabException {
    return isEmpty() || ownAddress().isLoopbackAddress() ? List.of() : List.of("--host", "0.0.0.0");
  }

  /** Refuses to start if the key or an injector is missing, or others have access to the key. */
  public void check() throws LabException {
    if (isEmpty()) {
      return;
    }
    if (!key.exists()) {
      throw new LabException(
          "no key store %s; the first injector creates it, the others and the lab need a copy"
              .formatted(key.file()));
    }
    key.check();
    for (InjectorAddress address : addresses) {
      try (Socket probe = new Socket()) {
        probe.connect(new InetSocketAddress(address.host(), address.port()), CONNECT_MILLIS);
      } catch (IOException e) {
        throw new LabException(
            "no injector at %s (%s); start it there with: ./tailgate injector --on %s"
                .formatted(address, e.getMessage(), address),
            e);
      }
    }
  }

  /** Returns the address of this machine as the injectors see it. */
  private InetAddress ownAddress() throws IOException, LabException {
    Set<InetAddress> seen = new LinkedHashSet<>();
    for (InjectorAddress address : addresses) {
      try (DatagramSocket route = new DatagramSocket()) {
        // Looks the route up; nothing is sent.
        route.connect(new InetSocketAddress(InetAddress.getByName(address.host()), address.port()));
        seen.add(route.getLocalAddress());
      }
    }
    if (seen.size() > 1) {
      throw new LabException(
          "the injectors must reach this machine at one address, but would use " + seen);
    }
    return seen.iterator().next();
  }
}
