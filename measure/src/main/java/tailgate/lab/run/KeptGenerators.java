package tailgate.lab.run;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.hyperfoil.Generator;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.LatencyLog;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Shares;
import tailgate.lab.process.ChildLog;
import tailgate.lab.remote.LoadHost;
import tailgate.lab.remote.RemoteGenerator;

/**
 * Generators on other machines, one on each, which drive one load after the other together.
 *
 * <pre>
 *   start ──► ready ──► (shares, result)* ──► closed
 *               ▲              │ failed: all of them are ended
 *               └──────────────┘ and the next load has others
 * </pre>
 *
 * <ul>
 *   <li>The machines need not have the same time: what a generator says of its start is corrected
 *       by the difference of its clock, which is read before each load.
 *   <li>Each is told when to begin, by its own clock. A load of which the shares began more than is
 *       allowed apart is refused, because its segments would overlap.
 * </ul>
 *
 * <p>Confined to the thread of the lab.
 */
final class KeptGenerators implements LoadGenerator<LoadSpec> {

  private static final Duration POLL = Duration.ofMillis(50);

  /** The time until a load begins, in which all generators get it and open their connections. */
  private static final Duration LEAD = Duration.ofMillis(500);

  private final List<LoadHost> hosts;
  private final List<String> options;
  private final Duration allowance;
  private final Duration mostApart;
  private final RunContext context;

  /** The generators, one for each host; none after a load that failed. */
  private final List<RemoteGenerator> generators = new ArrayList<>();

  /**
   * Starts a generator on each machine, and returns when a load would begin at once.
   *
   * @param options of each JVM
   * @param allowance the time a load may take in addition to itself and a last answer
   * @param mostApart how far apart the shares of a load may begin
   * @param context its folder gets the logs
   */
  KeptGenerators(
      List<LoadHost> hosts,
      List<String> options,
      Duration allowance,
      Duration mostApart,
      RunContext context)
      throws IOException, LabException, InterruptedException {
    this.mostApart = mostApart;
    this.hosts = List.copyOf(hosts);
    this.options = List.copyOf(options);
    this.allowance = allowance;
    this.context = context;
    try (Closer closer = new Closer()) {
      closer.add(this::close);
      start();
      closer.handOver();
    }
  }

  @Override
  public void drive(LoadSpec load, Ready server, RunContext at)
      throws IOException, LabException, InterruptedException {
    Path loadFolder = at.folder();
    JsonFiles.write(loadFolder.resolve(Generator.SPEC), load);
    try (Closer closer = new Closer()) {
      closer.add(this::close);
      start();
      List<LoadSpec> shares = Shares.of(load, hosts.size());
      List<String> folders = new ArrayList<>();
      List<Long> behind = new ArrayList<>();
      for (int i = 0; i < shares.size(); i++) {
        RemoteGenerator generator = generators.get(i);
        folders.add(generator.folder());
        LoadSpec share = shares.get(i);
        int threads = Math.min(hosts.get(i).cores(), HyperfoilRun.MOST_THREADS);
        generator.write(
            folders.get(i) + "/" + Generator.SPEC,
            JsonFiles.compact(share.threads() == LoadSpec.ALL_CORES ? share.by(threads) : share));
        behind.add(behind(generator));
      }
      long begins = System.currentTimeMillis() + LEAD.toMillis();
      for (int i = 0; i < shares.size(); i++) {
        String localStart = Long.toString(begins - behind.get(i));
        String port = Integer.toString(server.port());
        String elsewhere = Long.toString(Generator.ELSEWHERE);
        generators
            .get(i)
            .ask(String.join("\t", folders.get(i), server.host(), port, elsewhere, localStart));
      }
      Duration limit = load.duration().plus(load.timeout()).plus(allowance);
      for (int i = 0; i < shares.size(); i++) {
        await(i, folders.get(i) + "/" + Generator.DONE, limit);
      }
      List<Shares.Part> parts = new ArrayList<>();
      for (int i = 0; i < shares.size(); i++) {
        Path fetched = Files.createDirectories(loadFolder.resolve("share-" + (i + 1)));
        parts.add(fetch(generators.get(i), folders.get(i), fetched, shares.get(i), behind.get(i)));
        generators.get(i).remove(folders.get(i));
      }
      check(parts);
      write(Shares.together(load, parts), loadFolder);
      closer.handOver();
    }
  }

  /** Starts all generators unless they run, and returns when a load would begin at once. */
  private void start() throws IOException, LabException, InterruptedException {
    if (!generators.isEmpty()) {
      return;
    }
    for (int i = 0; i < hosts.size(); i++) {
      RemoteGenerator generator = hosts.get(i).generator();
      generators.add(generator);
      generator.start(
          options, System.getProperty("java.class.path"), Generator.class.getName(), log(i));
    }
    List<String> ready = new ArrayList<>();
    for (RemoteGenerator generator : generators) {
      ready.add(generator.folder() + "/ready");
    }
    for (int i = 0; i < hosts.size(); i++) {
      generators.get(i).ask(ready.get(i));
    }
    for (int i = 0; i < hosts.size(); i++) {
      await(i, ready.get(i), allowance);
    }
  }

  private ChildLog log(int i) {
    return context.log(format("generator-%d.log", i + 1));
  }

  private void await(int i, String file, Duration limit)
      throws IOException, LabException, InterruptedException {
    RemoteGenerator generator = generators.get(i);
    long end = System.nanoTime() + limit.toNanos();
    while (!generator.has(file)) {
      if (!generator.isAlive()) {
        throw new LabException(
            "the generator on %s has ended%s".formatted(hosts.get(i).name(), log(i).tail()));
      }
      if (System.nanoTime() - end > 0) {
        throw new LabException(
            format(
                "the generator on %s was not done after %d s%s",
                hosts.get(i).name(), limit.toSeconds(), log(i).tail()));
      }
      Thread.sleep(POLL);
    }
  }

  /** Returns how many milliseconds a generator's clock is behind ours; 0 if it does not say. */
  private static long behind(RemoteGenerator generator) {
    long before = System.currentTimeMillis();
    long remoteMillis = generator.epochMillis().orElse(before);
    return (before + System.currentTimeMillis()) / 2 - remoteMillis;
  }

  /** Brings the files of a generator, and reads them. */
  private static Shares.Part fetch(
      RemoteGenerator generator, String from, Path to, LoadSpec share, long behind)
      throws IOException {
    for (String name :
        List.of(
            Generator.RESULT,
            Generator.LATENCIES,
            Generator.WAITED,
            Generator.SECONDS,
            Generator.WINDOWS)) {
      Files.write(to.resolve(name), generator.read(from + "/" + name), StandardCharsets.UTF_8);
    }
    LoadResult load = JsonFiles.read(to.resolve(Generator.RESULT), LoadResult.class);
    return new Shares.Part(
        share.users(),
        load.startingAt(load.startEpochMillis() + behind),
        LatencyLog.read(to.resolve(Generator.LATENCIES)),
        LatencyLog.read(to.resolve(Generator.WAITED)),
        LatencyLog.readAll(to.resolve(Generator.SECONDS)),
        LatencyLog.readAll(to.resolve(Generator.WINDOWS)));
  }

  private void check(List<Shares.Part> parts) throws LabException {
    long first = parts.stream().mapToLong(KeptGenerators::start).min().orElseThrow();
    long last = parts.stream().mapToLong(KeptGenerators::start).max().orElseThrow();
    if (last - first > mostApart.toMillis()) {
      throw new LabException(
          format(
              "the generators began %d ms apart, and at most %d ms would be one load",
              last - first, mostApart.toMillis()));
    }
  }

  private static long start(Shares.Part part) {
    return part.load().startEpochMillis();
  }

  private static void write(Shares.Part all, Path folder) throws IOException {
    long start = all.load().startEpochMillis();
    LatencyLog.write(
        folder.resolve(Generator.LATENCIES), start, List.copyOf(all.latencies().values()));
    LatencyLog.write(folder.resolve(Generator.WAITED), start, List.copyOf(all.waited().values()));
    LatencyLog.write(folder.resolve(Generator.SECONDS), start, all.seconds());
    JsonFiles.write(folder.resolve(Generator.RESULT), all.load());
  }

  @Override
  public void close() {
    generators.forEach(RemoteGenerator::close);
    generators.clear();
  }
}
