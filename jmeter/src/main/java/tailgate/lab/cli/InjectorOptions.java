package tailgate.lab.cli;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tailgate.lab.jmeter.InjectorAddress;
import tailgate.lab.jmeter.InjectorKey;
import tailgate.lab.jmeter.Injectors;
import tailgate.lab.project.Project;

/** Which injectors bear the users of a JMeter experiment. */
final class InjectorOptions {

  @Option(
      names = "--injectors",
      split = ",",
      paramLabel = "ADDRESS[:PORT]",
      converter = InjectorAddress.Converter.class,
      description =
          "divide the users among these, each started by \"tailgate injector\" (default: none,"
              + " the users live in this machine's JMeter)")
  List<InjectorAddress> addresses = List.of();

  @Option(
      names = "--key-store",
      paramLabel = "FILE",
      description =
          "the key of the injectors, under the name it has there (default:"
              + " target/injector/rmi.p12)")
  @Nullable Path keyStore;

  /**
   * Those that were asked for.
   *
   * @throws IllegalArgumentException if one is named twice
   */
  Injectors injectors(Project project) {
    Path file = keyStore == null ? project.injectorKey() : keyStore.toAbsolutePath().normalize();
    return new Injectors(addresses, new InjectorKey(file));
  }
}
