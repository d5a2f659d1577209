package tailgate.cli;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How long a worker of a pool goes on before others get the processor. */
public final class TurnOptions {

  @Option(
      names = "--turn",
      paramLabel = "TIME",
      description =
          "A worker that has served requests for this long lets other threads have the processor"
              + " before it takes the next. A shorter tail, and a lower throughput, where more"
              + " workers compute than there are processors; 10us to 1s. (off)")
  private @Nullable Duration turn;

  /** The time, in range or not; null if the option was not used. */
  public @Nullable Duration turn() {
    return turn;
  }

  /** Returns what the banner says of turns: {@code ""}, or {@code ", turns of 500us"}. */
  public String inWords() {
    return turn == null ? "" : ", turns of " + ValueFormat.of(turn);
  }
}
