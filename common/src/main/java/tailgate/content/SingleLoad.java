package tailgate.content;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import tailgate.http.PathBytes;

/**
 * Lets one thread load a file while others that want the same one wait for it, and nobody waits who
 * wants another.
 *
 * <p>The map's own {@code computeIfAbsent} would hold a monitor while the disk is read: it stops
 * files that merely share a bucket, and on Java 21 pins the carriers of waiting virtual threads.
 *
 * <p>Thread-safe.
 */
final class SingleLoad {

  private final ConcurrentMap<PathBytes, CompletableFuture<@Nullable CachedFile>> loading =
      new ConcurrentHashMap<>();

  /** What the loader answers, here or on the thread that was first. */
  @Nullable CachedFile load(PathBytes canonical, FileCache.Loader loader) throws IOException {
    var mine = new CompletableFuture<@Nullable CachedFile>();
    var theirs = loading.putIfAbsent(canonical, mine);
    if (theirs != null) {
      return await(theirs);
    }
    try {
      CachedFile file = loader.load();
      mine.complete(file);
      return file;
    } catch (Throwable e) {
      mine.completeExceptionally(e); // whatever it is: nobody may wait for ever
      throw e;
    } finally {
      loading.remove(canonical, mine);
    }
  }

  private static @Nullable CachedFile await(CompletableFuture<@Nullable CachedFile> file)
      throws IOException {
    try {
      return file.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof IOException cause) {
        throw cause; // as it is: its type says which status it is answered with
      }
      throw e;
    }
  }
}
