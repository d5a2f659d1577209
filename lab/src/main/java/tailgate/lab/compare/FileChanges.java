package tailgate.lab.compare;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tailgate.lab.experiment.StageArguments;

/**
 * The changes of the command line. No claim is about an arm that they concern.
 *
 * @param arguments further arguments of stages
 * @param path the path of all requests; null for those of the arms
 * @param fileSize the size in bytes of the file with this path, which is then the only one; null
 *     for what the arms have
 * @param handler the arguments that load a handler of the user's own, its class last; it takes the
 *     place of files and of simulated work. Empty for what the arms have
 * @param isOtherLoad whether a parameter gives the load another rate, length or number of users
 */
public record FileChanges(
    StageArguments arguments,
    @Nullable String path,
    @Nullable Long fileSize,
    List<String> handler,
    boolean isOtherLoad) {

  public static final FileChanges NONE =
      new FileChanges(StageArguments.NONE, null, null, List.of(), false);

  public FileChanges {
    handler = List.copyOf(handler);
  }

  /** Returns the path of all requests, or else the usual one. */
  String pathOr(String usual) {
    return path == null ? usual : path;
  }

  boolean concern(String stage) {
    return arguments.changes(stage)
        || path != null
        || fileSize != null
        || !handler.isEmpty()
        || isOtherLoad;
  }
}
