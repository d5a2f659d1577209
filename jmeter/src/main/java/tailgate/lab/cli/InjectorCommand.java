package tailgate.lab.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tailgate.lab.LabException;
import tailgate.lab.jmeter.InjectorAddress;
import tailgate.lab.jmeter.InjectorEngine;
import tailgate.lab.jmeter.InjectorKey;
import tailgate.lab.machine.Ports;
import tailgate.lab.process.Children;
import tailgate.lab.process.Termination;
import tailgate.lab.project.Project;

/** The command line of an {@link InjectorEngine}. */
@Command(
    name = "injector",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Lends this machine to a lab on another one: runs JMeter's remote engine until it is"
          + " stopped.",
      "Whoever has the key store can run any program on it. docs/distributed-load.md explains it."
    })
final class InjectorCommand implements Callable<Integer> {

  private static final Duration GRACE = Duration.ofSeconds(5);

  @Spec @Nullable CommandSpec spec;

  @Option(
      names = "--on",
      required = true,
      paramLabel = "ADDRESS[:PORT]",
      converter = InjectorAddress.Converter.class,
      description =
          "an address of this machine that the lab can reach; takes PORT (default: 1099) and the"
              + " next one")
  InjectorAddress on = new InjectorAddress("127.0.0.1", InjectorAddress.DEFAULT_PORT);

  @Option(
      names = "--key-store",
      paramLabel = "FILE",
      description =
          "made if it is missing; the lab needs it too, under the same name (default:"
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
        new InjectorEngine(checkout.java.toString(), project.jmeterJar(), on, key);
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
      key.makeIfMissing(checkout.java.toString());
      say("New key store, of which the lab and other injectors need a copy: " + file);
    }
    return key;
  }

  private InetAddress address() throws SocketException {
    try {
      InetAddress address = InetAddress.getByName(on.host());
      if (address.isAnyLocalAddress()) {
        throw wrong("--on must be the one address by which the lab reaches this machine");
      }
      if (!address.isLoopbackAddress() && NetworkInterface.getByInetAddress(address) == null) {
        throw wrong("--on: %s is no address of this machine".formatted(on.host()));
      }
      return address;
    } catch (UnknownHostException e) {
      throw wrong("--on: no address is known for '%s'".formatted(on.host()));
    }
  }

  private void announce(InjectorKey key, Path folder) {
    say("Injector on %s, key store %s, log in %s".formatted(on, key.file(), folder));
    say("Ctrl-C ends it.");
  }

  private void say(String line) {
    commandSpec().commandLine().getOut().println(line);
    commandSpec().commandLine().getOut().flush();
  }

  private ParameterException wrong(String message) {
    return new ParameterException(commandSpec().commandLine(), message);
  }

  private CommandSpec commandSpec() {
    return Objects.requireNonNull(spec, "set by picocli");
  }
}
