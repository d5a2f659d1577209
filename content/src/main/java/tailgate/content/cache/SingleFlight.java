package tailgate.content.cache;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;
import tailgate.content.site.FileThreads;
import tailgate.content.site.FileThreads.Reading;
import tailgate.http.PathBytes;

/**
 * Lets one thread load a file while other threads that want the same one wait for it. Loads of
 * different paths do not wait for each other.
 *
 * <p>{@code computeIfAbsent} of the map would hold a monitor during the read. That would block
 * other files in the same bucket, and on Java 21 it would pin the carriers of waiting virtual
 * threads.
 *
 * <p>If a load fails, it fails for all waiting threads, with one exception: an interrupt closes the
 * channel that the thread reads from, which says nothing about the file. Then another thread loads.
 *
 * <p>Thread-safe. A wait cannot be interrupted; it ends when the load does.
 */
final class SingleFlight<T> {

  private final ConcurrentMap<PathBytes, CompletableFuture<@Nullable T>> loading =
      new ConcurrentHashMap<>();

  /** Means that the load must be repeated, because its thread was interrupted. */
  private static final class Abandoned extends RuntimeException {
    private static final long serialVersionUID = 1;

    Abandoned(Throwable cause) {
      super(cause);
    }
  }

  /** The result of the loader, called here or on the thread that was first. */
  @Nullable T load(PathBytes canonical, Reading<@Nullable T> loader) throws IOException {
    var promise = new CompletableFuture<@Nullable T>();
    while (true) {
      var earlier = loading.putIfAbsent(canonical, promise);
      if (earlier == null) {
        return load(canonical, loader, promise);
      }
      try {
        return FileThreads.await(earlier);
      } catch (Abandoned e) {
        // It left the map before it woke any thread, so this loop ends.
      }
    }
  }

  private @Nullable T load(
      PathBytes canonical, Reading<@Nullable T> loader, CompletableFuture<@Nullable T> promise)
      throws IOException {
    try {
      T file = loader.read();
      loading.remove(canonical, promise);
      promise.complete(file);
      return file;
    } catch (Throwable e) { // any Throwable: no thread may wait forever
      loading.remove(canonical, promise);
      boolean interrupted = Thread.currentThread().isInterrupted();
      promise.completeExceptionally(interrupted ? new Abandoned(e) : e);
      throw e;
    }
  }
}
