package tailgate.lab.sweep;

import static java.util.stream.Collectors.joining;
import static tailgate.lab.load.Text.format;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tailgate.lab.experiment.StageArguments;

/**
 * A part of a sweep that does the work of an origin: its server, its page, its connections, its
 * numbers of users. {@code docs/origins.md} describes the origins.
 *
 * @param name on the command line and in file names
 * @param arguments of its stages; {@link #RAW} stands for the folder of the server
 * @param path of every request
 * @param fileSize of the file with this path, which is then the only one; null for the sample site
 * @param own arguments of single stages
 * @param twin the stage that the A/A arm repeats, with the numbers of users in {@code twinUsers}
 */
public record Part(
    String name,
    List<String> stages,
    List<String> arguments,
    StageArguments own,
    String path,
    @Nullable Long fileSize,
    List<Boolean> keepAlive,
    List<Integer> users,
    String twin,
    List<Integer> twinUsers) {

  /** In arguments. */
  static final String RAW = "{raw}";

  private static final String PAGE = "/page.txt";

  /** The origins do not say how large their pages are. */
  private static final long PAGE_SIZE = 1_024;

  /**
   * What a request of the Rust pool study takes ("less than a millisecond"). With this, a server of
   * ours with one processor answers about as many as theirs did. Without it, the load generator
   * would be the limit, which opens a connection for each request.
   */
  private static final List<String> BELOW_A_MILLISECOND = List.of("--simulate-cpu", "100us");

  /**
   * What a request of the C server computes here, so that the load generator is not the limit: a
   * request on a kept connection costs it as much as the server. With 100 µs it is still too late
   * for 1,000 users, each of whom opens a connection for each request.
   */
  private static final List<String> SOME_COMPUTING = List.of("--simulate-cpu", "200us");

  /** The test of scale and the test of latency of the Rust pool study. */
  static final Part RUST_POOL =
      new Part(
          "rust-pool",
          List.of("threadpool"),
          StageArguments.merged(
              List.of("--workers", "8", "--queue-kind", "lock"), BELOW_A_MILLISECOND),
          StageArguments.NONE,
          PAGE,
          PAGE_SIZE,
          List.of(false),
          List.of(1, 2, 4, 8, 16, 32, 64, 128),
          "threadpool",
          List.of(16, 64));

  /**
   * The test of bursts of the Rust pool study, in which a burst is a closed load of 100 users for 5
   * s, with a pool of 8, and with the remedy that the study proposes: a monitor asks its policy.
   */
  static final Part RUST_BURST =
      new Part(
          "rust-burst",
          List.of("threadpool", "adaptive-pool"),
          BELOW_A_MILLISECOND,
          new StageArguments(
              Map.of(
                  "threadpool", List.of("--workers", "8", "--queue-kind", "lock"),
                  "adaptive-pool", List.of("--min-workers", "8", "--policy", "ladder"))),
          PAGE,
          PAGE_SIZE,
          List.of(false),
          List.of(2, 100),
          "threadpool",
          List.of(100));

  /** The pool of the Rust pool study, in which each submit asks the policy, in its burst. */
  static final Part RUST_SUBMIT =
      new Part(
          "rust-submit",
          List.of("adaptive-pool"),
          StageArguments.merged(
              List.of("--min-workers", "8", "--policy", "ladder", "--decide-by", "submitter"),
              BELOW_A_MILLISECOND),
          StageArguments.NONE,
          PAGE,
          PAGE_SIZE,
          List.of(false),
          List.of(2, 100),
          "adaptive-pool",
          List.of(100));

  /** Both tables of the C server. */
  static final Part C_SERVER =
      new Part(
          "c-server",
          List.of("threadpool"),
          StageArguments.merged(
              List.of(
                  "--workers",
                  "40",
                  "--dispatch",
                  "connection",
                  "--queue-kind",
                  "semaphores",
                  "--cache",
                  "lru",
                  "--access-log",
                  RAW + "/access.log"),
              SOME_COMPUTING),
          StageArguments.NONE,
          PAGE,
          PAGE_SIZE,
          List.of(true, false),
          List.of(10, 50, 100, 500, 1_000),
          "threadpool",
          List.of(10, 1_000));

  /** "Hello world!" after 100 ms. */
  static final Part THREADS_TEXT =
      new Part(
          "threads-text",
          List.of("singlethreaded", "thread-per-request"),
          List.of("--simulate-io", "100ms"),
          StageArguments.NONE,
          "/hello.txt",
          12L,
          List.of(false),
          List.of(500),
          "thread-per-request",
          List.of(500));

  private static final List<Part> ORIGINAL =
      List.of(RUST_POOL, RUST_BURST, RUST_SUBMIT, C_SERVER, THREADS_TEXT);

  public Part {
    stages = List.copyOf(stages);
    arguments = List.copyOf(arguments);
    keepAlive = List.copyOf(keepAlive);
    users = List.copyOf(users);
    twinUsers = List.copyOf(twinUsers);
  }

  /** The same with other numbers of users. */
  Part withUsers(List<Integer> others) {
    return new Part(
        name, stages, arguments, own, path, fileSize, keepAlive, others, twin, twinUsers);
  }

  /** The same with other connections. */
  Part withConnections(List<Boolean> kept) {
    return new Part(name, stages, arguments, own, path, fileSize, kept, users, twin, twinUsers);
  }

  /** The same with another file, which is then no longer the origin's. */
  Part asking(String otherPath, @Nullable Long otherSize) {
    return new Part(
        name, stages, arguments, own, otherPath, otherSize, keepAlive, users, twin, twinUsers);
  }

  /** Two points, and one kind of connection. */
  Part quick() {
    return withUsers(few(users)).withConnections(keepAlive.subList(0, 1));
  }

  static List<Integer> few(List<Integer> users) {
    return users.size() <= 2 ? users : List.of(users.get(0), users.get(users.size() / 2));
  }

  /** Numbers of users of the A/A arm. */
  List<Integer> usersOfTwin() {
    List<Integer> some = users.stream().filter(twinUsers::contains).toList();
    return some.isEmpty() ? users : some;
  }

  /** The test of an origin that it is in: claims compare the parts of one test. */
  String test() {
    return name.equals(RUST_SUBMIT.name) ? RUST_BURST.name : name;
  }

  /** Whether it still does the work of its origin, as far as the claims are concerned. */
  boolean isOriginal() {
    return ORIGINAL.stream()
        .filter(one -> one.name.equals(name))
        .findFirst()
        .map(
            one ->
                one.arguments.equals(arguments)
                    && one.own.equals(own)
                    && one.path.equals(path)
                    && Optional.ofNullable(one.fileSize).equals(Optional.ofNullable(fileSize)))
        .orElse(false);
  }

  /** For people. */
  @Override
  public String toString() {
    String size = fileSize == null ? "" : format(" (%,d bytes)", fileSize);
    String servers =
        stages.stream()
            .map(stage -> String.join(" ", own.of(stage, arguments)))
            .distinct()
            .collect(joining(" and "));
    return "%s: %s %s, GET %s%s, connections %s"
        .formatted(
            name,
            String.join(" and ", stages),
            servers.replace(RAW + "/", ""),
            path,
            size,
            keepAlive.stream().map(kept -> kept ? "kept" : "new").collect(joining(" and ")));
  }
}
