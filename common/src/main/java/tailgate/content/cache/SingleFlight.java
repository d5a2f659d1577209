package tailgate.content.cache;

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
 * <p>A load that fails fails for all who wait, with one exception: interrupting a thread breaks the
 * channel that it reads from, which says nothing about the file. Then another one loads.
 *
 * <p>Thread-safe. Waiting cannot be interrupted; it ends when the load does.
 */
final class SingleFlight {

  private final ConcurrentMap<PathBytes, CompletableFuture<@Nullable CachedFile>> loading =
      new ConcurrentHashMap<>();

  /** Why a load is to be done again: its thread was interrupted. */
  private static final class Abandoned extends RuntimeException {
    private static final long serialVersionUID = 1;

    Abandoned(Throwable cause) {
      super(cause);
    }
  }

  /** What the loader answers, here or on the thread that was first. */
  @Nullable CachedFile load(PathBytes canonical, FileCache.Loader loader) throws IOException {
    var mine = new CompletableFuture<@Nullable CachedFile>();
    while (true) {
      var theirs = loading.putIfAbsent(canonical, mine);
      if (theirs == null) {
        return load(canonical, loader, mine);
      }
      try {
        return await(theirs);
      } catch (Abandoned e) {
        // Gone from the map before it woke anybody, so that this ends.
      }
    }
  }

  private @Nullable CachedFile load(
      PathBytes canonical, FileCache.Loader loader, CompletableFuture<@Nullable CachedFile> mine)
      throws IOException {
    try {
      CachedFile file = loader.load();
      loading.remove(canonical, mine);
      mine.complete(file);
      return file;
    } catch (Throwable e) { // whatever it is: nobody may wait for ever
      loading.remove(canonical, mine);
      boolean interrupted = Thread.currentThread().isInterrupted();
      mine.completeExceptionally(interrupted ? new Abandoned(e) : e);
      throw e;
    }
  }

  private static @Nullable CachedFile await(CompletableFuture<@Nullable CachedFile> file)
      throws IOException {
    try {
      return file.join();
    } catch (CompletionException e) {
      // As it is: its type says which status it is answered with.
      switch (e.getCause()) {
        case IOException cause -> throw cause;
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw e;
      }
    }
  }
}
