package tailgate.lab.cli;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for a database that is there already. */
final class DatabaseOptions {

  private static final String POSTGRES_URL = "jdbc:postgresql:";

  @Option(
      names = "--jdbc",
      paramLabel = "URL",
      description =
          "a PostgreSQL that already runs, such as \"jdbc:postgresql://host/db?user=u\" with the"
              + " password in ~/.pgpass; it should let the user have one connection for each"
              + " slot, and this program as many again")
  @Nullable String jdbc;

  /** Returns the address of the database; empty if one is to be started. */
  Optional<String> url(LabOptions lab) {
    if (jdbc != null && !jdbc.startsWith(POSTGRES_URL)) {
      throw lab.wrong("--jdbc is for PostgreSQL, %s..., not '%s'".formatted(POSTGRES_URL, jdbc));
    }
    if (jdbc != null && jdbc.contains("password=")) {
      throw lab.wrong("--jdbc: a password would be in the report; put it into ~/.pgpass");
    }
    return Optional.ofNullable(jdbc);
  }
}
