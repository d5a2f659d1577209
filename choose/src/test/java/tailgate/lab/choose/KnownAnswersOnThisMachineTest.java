package tailgate.lab.choose;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.choose.KnownAnswer.Outcome;
import tailgate.lab.choose.KnownAnswer.Said;

/**
 * The table of known answers at the real servers, by {@code ./tailgate choose --quick}. It needs
 * the jars. {@code -Dmachine=ordinary} takes a tenth of each processor for something else
 * meanwhile, {@code busy} lets four busy loops run; otherwise the machine should be quiet. {@code
 * -Danswers=1,8} tries some of them only, by their number.
 */
@Tag("known-answers")
@Timeout(value = 4, unit = TimeUnit.HOURS)
class KnownAnswersOnThisMachineTest {

  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final int BUSY_LOOPS = 4;
  private static final int MANY = 10_000;
  private static final Duration SPIN = Duration.ofMillis(5);
  private static final Duration REST = Duration.ofMillis(45);

  /** How many of twelve may stay without an answer. */
  private static final Map<String, Integer> MOST_UNANSWERED =
      Map.of("quiet", 0, "ordinary", 2, "busy", 12);

  /** With the words in capitals replaced. */
  private static final String HANDLER =
      """
      import java.util.concurrent.Semaphore;
      import java.util.concurrent.atomic.AtomicLong;
      import tailgate.http.*;

      public final class Known implements Handler {
        private final Semaphore slots = new Semaphore(SLOTS);
        private final AtomicLong requests = new AtomicLong();

        @Override
        public Response handle(Request request) throws java.io.IOException {
          if (requests.incrementAndGet() % FAILING == 0) {
            throw new IllegalStateException("boom");
          }
          slots.acquireUninterruptibly();
          try {
            Thread.sleep(MILLIS);
          } catch (InterruptedException e) {
            throw new java.io.IOException(e);
          } finally {
            slots.release();
          }
          return Response.status(Status.OK).text("done");
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void choose() throws Exception {
    String machine = System.getProperty("machine", "quiet");
    Map<Outcome, List<String>> outcomes = new EnumMap<>(Outcome.class);
    try (Work work = Work.of(machine)) {
      for (int number : numbers()) {
        KnownAnswer answer = KnownAnswer.ALL.get(number - 1);
        String line = ask(answer, number, outcomes);
        System.out.println(line);
      }
      assertThat(work.threads).allMatch(Thread::isAlive);
    }
    assertThat(outcomes).doesNotContainKey(Outcome.WRONG);
    assertThat(outcomes.getOrDefault(Outcome.NONE, List.of()))
        .hasSizeLessThanOrEqualTo(MOST_UNANSWERED.getOrDefault(machine, 0));
  }

  private static List<Integer> numbers() {
    String some = System.getProperty("answers", "");
    List<Integer> numbers = new ArrayList<>();
    for (int i = 1; i <= KnownAnswer.ALL.size(); i++) {
      if (some.isEmpty() || List.of(some.split(",")).contains(Integer.toString(i))) {
        numbers.add(i);
      }
    }
    return numbers;
  }

  private String ask(KnownAnswer answer, int number, Map<Outcome, List<String>> outcomes)
      throws IOException, InterruptedException {
    Path out = folder.resolve("answer-" + number);
    Path log = folder.resolve("answer-" + number + ".log");
    List<String> command = new ArrayList<>(List.of(ROOT.resolve("tailgate").toString()));
    command.addAll(List.of("choose", "--quick", "--seed", "7", "--out", out.toString()));
    command.addAll(answer.options());
    command.addAll(handler(answer, number));
    long begin = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .directory(ROOT.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    int code = process.waitFor();
    long seconds = Duration.ofNanos(System.nanoTime() - begin).toSeconds();
    Path report = out.resolve("report.json");
    Outcome outcome;
    String words;
    if (Files.exists(report)) {
      JsonNode json = new ObjectMapper().readTree(report.toFile());
      outcome = answer.outcome(said(json), json.get("cores").asInt());
      words = json.get("recommendation").get("advice").asText();
      assertThat(code == 0).as(words).isEqualTo(json.get("recommended").isTextual());
    } else {
      words = Files.readString(log);
      outcome = words.contains("not fit to measure") ? Outcome.NONE : Outcome.WRONG;
    }
    String line =
        String.format(
            Locale.ROOT, "%-5s %4d s  %d %s: %s", outcome, seconds, number, answer, words);
    outcomes.computeIfAbsent(outcome, its -> new ArrayList<>()).add(line);
    return line;
  }

  private List<String> handler(KnownAnswer answer, int number) throws IOException {
    if (answer.slots() == 0 && !answer.failing()) {
      return List.of();
    }
    String source =
        HANDLER
            .replace("SLOTS", Integer.toString(answer.slots() == 0 ? MANY : answer.slots()))
            .replace("FAILING", answer.failing() ? "200" : Long.MAX_VALUE + "L")
            .replace("MILLIS", Long.toString(Math.round(answer.waits())));
    Path classes = Files.createDirectories(folder.resolve("handler-" + number));
    Path java = classes.resolve("Known.java");
    Files.writeString(java, source);
    String server = ROOT.resolve("threadpool/target/threadpool.jar").toString();
    run("javac", "--release", "21", "-cp", server, "-d", classes.toString(), java.toString());
    Path jar = folder.resolve("handler-" + number + ".jar");
    run("jar", "--create", "--file", jar.toString(), "-C", classes.toString(), "Known.class");
    return List.of("--handler-jar", jar.toString(), "--handler", "Known");
  }

  private static void run(String tool, String... arguments) {
    int code = ToolProvider.findFirst(tool).orElseThrow().run(System.out, System.err, arguments);
    assertThat(code).as(tool).isZero();
  }

  private static Said said(JsonNode json) {
    double best = 0;
    JsonNode pick = null;
    for (JsonNode candidate : json.get("candidates")) {
      best = Math.max(best, candidate.get("capacity").asDouble());
      if (candidate.get("name").asText().equals(json.get("recommended").asText())) {
        pick = candidate;
      }
    }
    return new Said(
        Optional.ofNullable(pick).map(its -> its.get("stage").asText()),
        pick == null || pick.get("workers").isNull() ? null : pick.get("workers").asInt(),
        pick == null ? 0 : pick.get("capacity").asDouble(),
        best,
        json.get("recommendation").get("advice").asText().startsWith(Recommendation.NO));
  }

  /** Threads of this JVM, which is none of those that the lab has started. */
  private record Work(List<Thread> threads) implements AutoCloseable {

    static Work of(String machine) {
      List<Thread> threads = new ArrayList<>();
      int processors = Runtime.getRuntime().availableProcessors();
      switch (machine) {
        case "ordinary" -> {
          for (int i = 0; i < processors; i++) {
            threads.add(new Thread(() -> spin(REST)));
          }
        }
        case "busy" -> {
          for (int i = 0; i < BUSY_LOOPS; i++) {
            threads.add(new Thread(() -> spin(Duration.ZERO)));
          }
        }
        default -> assertThat(machine).isEqualTo("quiet");
      }
      threads.forEach(thread -> thread.setDaemon(true));
      threads.forEach(Thread::start);
      return new Work(threads);
    }

    private static void spin(Duration rest) {
      while (!Thread.currentThread().isInterrupted()) {
        long end = System.nanoTime() + SPIN.toNanos();
        while (System.nanoTime() < end) {
          Thread.onSpinWait();
        }
        if (rest.isPositive()) {
          LockSupport.parkNanos(rest.toNanos());
        }
      }
    }

    @Override
    public void close() {
      threads.forEach(Thread::interrupt);
    }
  }
}
