package tailgate.lab.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tailgate.lab.LabException;
import tailgate.lab.load.Origin;
import tailgate.lab.url.ServerUrl;

/** The options that say which certificates an https:// server may have. */
final class TrustOptions {

  @Option(
      names = {"-k", "--insecure"},
      description = "take any certificate of an https:// server")
  boolean insecure;

  @Option(
      names = "--cacert",
      paramLabel = "FILE",
      description = "certificates (PEM) that vouch for the server, instead of those of this Java")
  @Nullable Path authorities;

  /** Connects to a server, as {@link ServerUrl#reach} does. */
  Origin reach(ServerUrl server, Duration timeout) throws IOException, LabException {
    return server.reach(timeout, authorities, insecure);
  }
}
