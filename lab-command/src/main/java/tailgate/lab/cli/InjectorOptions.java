package tailgate.lab.cli;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tailgate.lab.LabException;
import tailgate.lab.jmeter.InjectorAddress;
import tailgate.lab.jmeter.InjectorKey;
import tailgate.lab.jmeter.Injectors;

/** The options that say where JMeter's users live. */
final class InjectorOptions {

  @Option(
      names = "--injectors",
      split = ",",
      paramLabel = "ADDRESS[:PORT]",
      description =
          "divide the users among these machines; \"tailgate injector\" runs on each of them"
              + " (default: none, the users are in this machine's JMeter)")
  List<InjectorAddress> addresses = List.of();

  @Option(
      names = "--key-store",
      paramLabel = "FILE",
      description =
          "the key of the injectors, with the same file name as there (default:"
              + " target/injector/rmi.p12)")
  @Nullable Path keyStore;

  /**
   * Returns the injectors, after a look whether JMeter is there and whether each of them answers.
   *
   * @param users who are divided among them
   */
  Injectors of(LabOptions lab, int users) throws LabException {
    Path file =
        keyStore == null ? lab.project().injectorKey() : keyStore.toAbsolutePath().normalize();
    Injectors injectors;
    try {
      injectors = new Injectors(addresses, new InjectorKey(file));
      injectors.share(users);
    } catch (IllegalArgumentException e) {
      throw lab.wrong("--injectors: " + e.getMessage());
    }
    lab.project().checkJMeter();
    injectors.check();
    return injectors;
  }
}
