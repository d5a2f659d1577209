package tailgate.lab.variants;

import org.jspecify.annotations.Nullable;
import tailgate.lab.experiment.StageArguments;

/**
 * The changes of the command line. No claim is about an arm that they concern.
 *
 * @param arguments further arguments of stages
 * @param path the path of all requests; null for those of the arms
 * @param fileSize the size in bytes of the file with this path, which is then the only one; null
 *     for what the arms have
 */
public record FileChanges(
    StageArguments arguments, @Nullable String path, @Nullable Long fileSize) {

  public static final FileChanges NONE = new FileChanges(StageArguments.NONE, null, null);

  boolean concern(String stage) {
    return arguments.changes(stage) || path != null || fileSize != null;
  }
}
