package tailgate.content.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import tailgate.content.site.Found;
import tailgate.http.Body;
import tailgate.http.PathBytes;
import tailgate.http.Representation;

/**
 * The cost of a look-up, by cache, threads and the share of files that fit. A plain
 * ConcurrentHashMap, which evicts nothing, is the baseline. A miss reads no disk: only the cache
 * itself is measured.
 */
@State(Scope.Benchmark)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class CacheBenchmark {

  /** The caches that are compared. */
  public enum Kind {
    /** A concurrent map that forgets nothing; this is the baseline. */
    MAP,
    /** The cache that has a reader-writer lock. */
    LRU,
    /** The cache that is the default. */
    CAFFEINE
  }

  /** The ways in which files are requested. */
  public enum Load {
    /** All files fit and are requested equally often: each look-up is a hit. */
    ALL_FIT,
    /** One file in eight fits; the n-th is requested in proportion to 1/n (Zipf). */
    ZIPF
  }

  private static final int FILES = 1 << 12;
  private static final int SEQUENCE = 1 << 16;
  private static final int SIZE = 1024;

  /** A thread's position in the sequence of requests. */
  @State(Scope.Thread)
  public static class Client {
    private int next = new Random().nextInt(SEQUENCE);

    int next() {
      next = (next + 1) & (SEQUENCE - 1);
      return next;
    }
  }

  @Param public Kind cache = Kind.MAP;

  @Param public Load load = Load.ALL_FIT;

  private final ConcurrentMap<PathBytes, CachedFile> map = new ConcurrentHashMap<>();
  private final CachedFile[] files = new CachedFile[FILES];
  private final int[] sequence = new int[SEQUENCE];
  private FileCache fileCache = new NoFileCache(System::nanoTime);

  /** Creates files and the order of requests. */
  @Setup
  public void prepare() throws IOException {
    long capacity = 0;
    for (int i = 0; i < FILES; i++) {
      files[i] = file(PathBytes.of("/assets/images/file-" + i + ".png"));
      capacity += files[i].weight();
    }
    capacity = load == Load.ALL_FIT ? capacity * 2 : capacity / 8;
    fileCache =
        cache == Kind.LRU
            ? new LruFileCache(capacity, FILES, System::nanoTime)
            : new CaffeineFileCache(capacity, System::nanoTime);
    order();
    for (CachedFile file : files) {
      map.put(file.key(), file);
      fileCache.get(file.key(), () -> file);
    }
  }

  /** Measures one thread. */
  @Benchmark
  @Threads(1)
  public @Nullable CachedFile get1(Client client) throws IOException {
    return get(client);
  }

  /** Measures eight threads. */
  @Benchmark
  @Threads(8)
  public @Nullable CachedFile get8(Client client) throws IOException {
    return get(client);
  }

  private @Nullable CachedFile get(Client client) throws IOException {
    CachedFile file = files[sequence[client.next()]];
    PathBytes path = file.key();
    if (cache == Kind.MAP) {
      return map.get(path);
    }
    CachedFile kept = fileCache.getIfPresent(path);
    return kept != null ? kept : fileCache.get(path, () -> file);
  }

  private void order() {
    var random = new Random(1);
    double[] upTo = new double[FILES];
    double sum = 0;
    for (int i = 0; i < FILES; i++) {
      sum += load == Load.ZIPF ? 1.0 / (i + 1) : 1;
      upTo[i] = sum;
    }
    for (int i = 0; i < SEQUENCE; i++) {
      int place = Arrays.binarySearch(upTo, random.nextDouble() * sum);
      sequence[i] = Math.min(FILES - 1, place < 0 ? -place - 1 : place);
    }
  }

  private static CachedFile file(PathBytes path) {
    var fingerprint = new Found.Fingerprint(SIZE, FileTime.fromMillis(0), null, null);
    var body = new Body.Bytes(ByteBuffer.allocate(SIZE));
    return new CachedFile(
        path,
        new Found.RegularFile(Path.of("a"), fingerprint),
        Variants.only(Representation.of("image/png", body).validators(null, Instant.EPOCH)),
        true,
        0);
  }
}
