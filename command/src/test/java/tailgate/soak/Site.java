package tailgate.soak;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A folder whose files a client can check byte for byte. Some of them change several times a
 * second: a new version with another length replaces the file by one rename, so a good response is
 * always one whole version.
 */
final class Site implements AutoCloseable {

  /** Cached by the server. */
  static final String SMALL = "/small.bin";

  static final String MEDIUM = "/medium.bin";

  /** Larger than what the server caches. */
  static final String LARGE = "/large.bin";

  private static final String CHANGING = "/changing.bin";
  private static final String CHANGING_LARGE = "/changing-large.bin";
  private static final int SMALL_SIZE = 1_000;
  private static final int MEDIUM_SIZE = 100_000;
  static final int LARGE_SIZE = 3 << 20;
  private static final int CHANGING_SIZE = 20_000;
  private static final int CHANGING_LARGE_SIZE = 3 << 19;
  private static final int VERSION_DIGITS = 8;
  private static final long CHANGE_NANOS = 50_000_000;

  private final Path root;
  private final byte[] small = content(1, SMALL_SIZE);
  private final byte[] medium = content(2, MEDIUM_SIZE);
  private final byte[] large = content(3, LARGE_SIZE);
  private final SoakThreads changer = new SoakThreads();

  /** Volatile: written by the thread that closes, read by the one that changes files. */
  private volatile boolean closed;

  /** Creates the folder and writes the files into it. */
  Site(Path root) throws IOException {
    this.root = Files.createDirectory(root);
    Files.write(file(SMALL), small);
    Files.write(file(MEDIUM), medium);
    Files.write(file(LARGE), large);
    replace(CHANGING, CHANGING_SIZE, 0);
    replace(CHANGING_LARGE, CHANGING_LARGE_SIZE, 0);
  }

  Path root() {
    return root;
  }

  /** From now on, some files change. */
  void startChanging() {
    changer.start("soak-files", this::change);
  }

  @Override
  public void close() {
    closed = true;
    changer.join();
  }

  GoodRequest small() {
    return GoodRequest.get(SMALL, "", answer -> is(answer, 200, small));
  }

  GoodRequest large(String fields) {
    return GoodRequest.get(LARGE, fields, answer -> is(answer, 200, large));
  }

  /** One of each kind. */
  List<GoodRequest> requests() {
    return List.of(
        small(),
        GoodRequest.get(MEDIUM, "", answer -> is(answer, 200, medium)),
        large(""),
        GoodRequest.get(CHANGING, "", answer -> isOneVersion(answer, CHANGING_SIZE)),
        GoodRequest.get(CHANGING_LARGE, "", answer -> isOneVersion(answer, CHANGING_LARGE_SIZE)),
        GoodRequest.get("/missing", "", answer -> answer.status() == 404),
        new GoodRequest(
            "HEAD",
            GoodRequest.wire("HEAD", MEDIUM, ""),
            false,
            answer -> answer.status() == 200 && hasLength(answer, MEDIUM_SIZE)),
        new GoodRequest(
            "unchanged",
            GoodRequest.wire("GET", MEDIUM, "If-None-Match: *\r\n"),
            false,
            answer -> answer.status() == 304),
        GoodRequest.get(
            MEDIUM,
            "Range: bytes=1000-4999\r\n",
            answer -> is(answer, 206, Arrays.copyOfRange(medium, 1000, 5000))));
  }

  private static boolean is(Answer answer, int status, byte[] body) {
    return answer.status() == status && Arrays.equals(answer.body(), body);
  }

  private static boolean hasLength(Answer answer, int length) {
    return Integer.toString(length).equals(answer.field("content-length"));
  }

  private static boolean isOneVersion(Answer answer, int size) {
    if (answer.status() != 200 || answer.body().length < VERSION_DIGITS) {
      return false;
    }
    int version = Integer.parseInt(new String(answer.body(), 0, VERSION_DIGITS, US_ASCII));
    return Arrays.equals(answer.body(), version(version, size));
  }

  // ---- the files

  private void change() {
    for (int version = 1; !closed; version++) {
      replace(CHANGING, CHANGING_SIZE, version);
      replace(CHANGING_LARGE, CHANGING_LARGE_SIZE, version);
      LockSupport.parkNanos(this, CHANGE_NANOS);
    }
  }

  private void replace(String target, int size, int version) {
    try {
      Path written = Files.write(root.resolve(".new"), version(version, size));
      Files.move(written, file(target), ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path file(String target) {
    return root.resolve(target.substring(1));
  }

  /** Its number, and then bytes that no other version has; some are longer than others. */
  private static byte[] version(int version, int size) {
    byte[] content = content(version, size + version % 7 * 1_013);
    byte[] number = String.format(Locale.ROOT, "%08d", version).getBytes(US_ASCII);
    System.arraycopy(number, 0, content, 0, number.length);
    return content;
  }

  private static byte[] content(int seed, int size) {
    byte[] content = new byte[size];
    new SplittableRandom(seed).nextBytes(content);
    return content;
  }
}
