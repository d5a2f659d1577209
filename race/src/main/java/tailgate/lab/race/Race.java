package tailgate.lab.race;

import static tailgate.lab.load.Text.format;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.LongSupplier;
import tailgate.lab.LabException;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.machine.Heaps;
import tailgate.lab.machine.ProcessorTime;
import tailgate.lab.process.Children;
import tailgate.lab.project.Project;
import tailgate.lab.run.StageRun;

/** Runs the race from {@link #start} to {@link #close}. The page says what it does. Thread-safe. */
public final class Race implements AutoCloseable {

  /** The most requests a second that may arrive at each stage. */
  public static final int MOST_RATE = RaceSettings.MOST_RATE;

  private static final Duration READY_TIMEOUT = Duration.ofSeconds(60);
  private static final long FRAME_MILLIS = 100;
  private static final long JOIN_SECONDS = 10;

  /**
   * Says how a race begins.
   *
   * @param java the java binary for the stages
   * @param port the port of the page, 0 for any
   * @param stages the stages that take part at first; empty for all, or those of the tour
   * @param rate arrivals per second at each stage; empty for the usual one. Without stages and
   *     rate, the race begins with the first scene of the tour
   */
  public record Order(
      Project project, String java, int port, List<String> stages, OptionalDouble rate) {
    public Order {
      stages = List.copyOf(stages);
    }

    boolean isTour() {
      return stages.isEmpty() && rate.isEmpty();
    }
  }

  private final RaceFolder site;
  private final Children children;
  private final Broadcast broadcast = new Broadcast();
  private final FrameStream stream;
  private final RaceServer server;
  private final URI address;
  private final Frames frames;
  private final List<Thread> threads = new ArrayList<>();

  /** Says whether a frame could not be made. Confined to the thread of the frames. */
  private boolean framesFailed;

  private Race(Order order, RaceSettings settings, RaceFolder site, Children children)
      throws IOException {
    this.site = site;
    this.children = children;
    long zero = System.nanoTime();
    LongSupplier clock = () -> System.nanoTime() - zero;
    Control control = new Control(settings, clock);
    StageRun stageRun = new StageRun(order.project(), 0, order.java(), READY_TIMEOUT);
    List<Lane> lanes =
        Project.STAGES.stream()
            .map(stage -> new Lane(stage, stageRun, children, site, control, clock))
            .toList();
    Calibration calibration = Calibration.ofThisMachine();
    MachineLoad machine =
        new MachineLoad(
            () -> ProcessorTime.read(Path.of("/proc")), Runtime.getRuntime().availableProcessors());
    frames = new Frames(lanes, control, calibration, machine, broadcast, clock);
    stream = new FrameStream(broadcast, control, clock);
    server = new RaceServer(order.port(), new Api(control, () -> broadcast.now().state()), stream);
    address = order.isTour() ? server.address() : server.address().resolve(settings.link());
    threads.add(Thread.ofPlatform().daemon().name("race-frames").unstarted(this::makeFrames));
    for (Lane lane : lanes) {
      String name = "race-lane-" + lane.stage();
      threads.add(Thread.ofPlatform().daemon().name(name).unstarted(lane::run));
    }
  }

  /**
   * Starts the race. The stages take some seconds to start, which the page shows.
   *
   * @param children start what the race needs; closing them ends the race's stages
   * @throws LabException if a setting is wrong, or something is missing
   * @throws IOException if the port cannot be bound, or there is no room for files
   */
  public static Race start(Order order, Children children) throws IOException, LabException {
    List<String> asked = order.stages().isEmpty() ? Project.STAGES : order.stages();
    order.project().check(asked);
    checkMemory(Heaps.ofThisMachine(), asked.size());
    RaceSettings settings;
    try {
      settings = RaceSettings.USUAL.with(order.isTour() ? Scenes.first() : asked(order));
    } catch (IllegalArgumentException e) {
      throw new LabException(String.valueOf(e.getMessage()), e);
    }
    RaceFolder site = RaceFolder.make(order.project());
    try {
      Race race = new Race(order, settings, site, children);
      race.threads.forEach(Thread::start);
      return race;
    } catch (IOException | RuntimeException e) {
      site.close();
      throw e;
    }
  }

  /** Refuses servers that would not fit into a container together: the kernel would kill some. */
  static void checkMemory(Heaps heaps, int servers) throws LabException {
    if (!heaps.haveRoomFor(servers)) {
      throw new LabException(
          format(
              "%d servers and the lab need %,d MiB together, and the container has %,d: give it"
                  + " more (docker run --memory), or name fewer with --stages",
              servers, Heaps.leastOf(servers), heaps.limitMib().orElse(0)));
    }
  }

  private static JsonNode asked(Order order) {
    Map<String, Object> asked = new LinkedHashMap<>();
    if (!order.stages().isEmpty()) {
      asked.put("stages", order.stages());
    }
    order.rate().ifPresent(rate -> asked.put("rate", rate));
    return JsonFiles.tree(asked);
  }

  /** Returns where the page is; with the settings, unless it begins with the tour. */
  public URI address() {
    return address;
  }

  private void makeFrames() {
    try {
      while (!children.isClosed()) {
        makeFrame();
        stream.dropStuck();
        Thread.sleep(FRAME_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the end
    }
  }

  /** Makes a frame. If it cannot, it says so once, and the next one is tried. */
  private void makeFrame() {
    try {
      frames.make();
    } catch (RuntimeException | Error e) {
      if (!framesFailed) {
        framesFailed = true;
        System.err.println("a picture of the race could not be made: " + e);
      }
    }
  }

  /** Ends the children and all else, and removes all files; waits for that. */
  @Override
  public void close() throws IOException {
    broadcast.close();
    server.close();
    children.close();
    join();
    site.close();
  }

  /**
   * Waits for the threads, which end when the children have ended. An interrupt only ends this
   * wait.
   */
  private void join() {
    try {
      for (Thread thread : threads) {
        if (!thread.join(Duration.ofSeconds(JOIN_SECONDS))) {
          thread.interrupt();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
