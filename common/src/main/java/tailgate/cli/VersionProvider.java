package tailgate.cli;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The versions of this jar and of Java. */
final class VersionProvider implements IVersionProvider {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public String[] getVersion() {
    String version = getClass().getPackage().getImplementationVersion();
    return new String[] {
      "Tailgate " + spec.name() + " " + Objects.requireNonNullElse(version, "(unpackaged)"),
      "Java " + Runtime.version()
    };
  }
}
