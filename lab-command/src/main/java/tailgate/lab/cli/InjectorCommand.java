package tailgate.lab.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tailgate.lab.LabException;
import tailgate.lab.jmeter.InjectorAddress;
import tailgate.lab.jmeter.InjectorEngine;
import tailgate.lab.jmeter.InjectorKey;
import tailgate.lab.machine.Ports;
import tailgate.lab.process.Children;
import tailgate.lab.process.Termination;
import tailgate.lab.project.Project;

/** Runs an {@link InjectorEngine} from the command line. */
@Command(
    name = "injector",
    mixinStandardHelpOptions = true,
    description = {
      "Lets a lab on another machine use this one as a load generator: runs JMeter's remote engine"
          + " until it is stopped.",
      "Anyone who has the key store can run any program on this machine. See"
          + " docs/distributed-load.md."
    })
final class InjectorCommand extends LabCommand {

  private static final Duration GRACE = Duration.ofSeconds(5);

  @Option(
      names = "--on",
      required = true,
      paramLabel = "ADDRESS[:PORT]",
      description =
          "an address of this machine that the lab can reach; PORT (default: 1099) and the next"
              + " port are used")
  InjectorAddress on = new InjectorAddress("127.0.0.1", InjectorAddress.DEFAULT_PORT);

  @Option(
      names = "--key-store",
      paramLabel = "FILE",
      description =
          "created if it is missing; the lab needs a copy with the same name (default:"
              + " target/injector/rmi.p12)")
  @Nullable Path keyStore;

  @Mixin Checkout checkout = new Checkout();

  @Override
  public Integer call() throws IOException, LabException, InterruptedException {
    InetAddress address = address();
    Project project = checkout.project();
    project.checkJMeter();
    Ports.checkFree(address, on.port());
    Ports.checkFree(address, on.enginePort());
    InjectorKey key = key(project);
    InjectorEngine engine =
        new InjectorEngine(checkout.javas().only().toString(), project.jmeterJar(), on, key);
    Path folder = Files.createDirectories(project.injector().resolve(on.host() + "-" + on.port()));
    Children children = new Children(GRACE);
    Termination termination = new Termination(children);
    try {
      engine.run(children, folder, () -> announce(key, folder));
      return 0;
    } finally {
      termination.over();
    }
  }

  private InjectorKey key(Project project) throws IOException, LabException, InterruptedException {
    Path file = keyStore == null ? project.injectorKey() : keyStore.toAbsolutePath().normalize();
    InjectorKey key = new InjectorKey(file);
    if (!key.exists()) {
      key.makeIfMissing(checkout.javas().only().toString());
      say("New key store; the lab and other injectors need a copy: " + file);
    }
    key.check();
    return key;
  }

  private InetAddress address() throws SocketException {
    try {
      InetAddress address = InetAddress.getByName(on.host());
      if (address.isAnyLocalAddress()) {
        throw wrong("--on must be the one address at which the lab reaches this machine");
      }
      if (!address.isLoopbackAddress() && NetworkInterface.getByInetAddress(address) == null) {
        throw wrong("--on: %s is not an address of this machine".formatted(on.host()));
      }
      return address;
    } catch (UnknownHostException e) {
      throw wrong("--on: no address is known for '%s'".formatted(on.host()));
    }
  }

  private void announce(InjectorKey key, Path folder) {
    say("Injector on %s, key store %s, log in %s".formatted(on, key.file(), folder));
    say("Press Ctrl-C to end it.");
  }
}
