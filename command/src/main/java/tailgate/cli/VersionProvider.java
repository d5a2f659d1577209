package tailgate.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The versions of this jar and of Java, and the commit that the jar was built from. */
final class VersionProvider implements IVersionProvider {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public String[] getVersion() throws IOException {
    String version = getClass().getPackage().getImplementationVersion();
    // Outside a jar, the first manifest on the class path is that of some library.
    String commit = version == null ? null : commit();
    return lines(spec.name(), version, commit).toArray(String[]::new);
  }

  static List<String> lines(String name, @Nullable String version, @Nullable String commit) {
    List<String> lines = new ArrayList<>();
    lines.add("Tailgate " + name + " " + (version == null ? "(unpackaged)" : version));
    if (commit != null) {
      lines.add("Commit " + commit);
    }
    lines.add("Java " + Runtime.version());
    return lines;
  }

  /** Returns the commit; null if the jar was built from a source archive, which has none. */
  private static @Nullable String commit() throws IOException {
    try (InputStream in = VersionProvider.class.getResourceAsStream("/META-INF/MANIFEST.MF")) {
      return in == null ? null : new Manifest(in).getMainAttributes().getValue("Git-Commit");
    }
  }
}
