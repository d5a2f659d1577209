package tailgate.lab.cli;

import picocli.CommandLine.IVersionProvider;

/** From the jar's manifest. */
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    String version = Version.class.getPackage().getImplementationVersion();
    return new String[] {"Tailgate lab " + (version == null ? "(not run from its jar)" : version)};
  }
}
