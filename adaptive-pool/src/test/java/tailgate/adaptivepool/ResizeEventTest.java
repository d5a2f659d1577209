package tailgate.adaptivepool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import jdk.jfr.Recording;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.adaptivepool.policy.Cause;
import tailgate.adaptivepool.policy.Decision;
import tailgate.adaptivepool.policy.PoolSample;
import tailgate.adaptivepool.policy.ScalingPolicy;
import tailgate.queue.Eventually;
import tailgate.server.stage.OverloadPolicy;

final class ResizeEventTest {
  private static final String NAME = "tailgate.PoolResize";

  private static final Set<String> FLIGHT_RECORDERS_OWN =
      Set.of("startTime", "duration", "eventThread", "stackTrace");

  private final List<Resize> resizes = new CopyOnWriteArrayList<>();

  @Test
  void everyResizeIsRecordedWithItsReasonUpAndDown(@TempDir Path folder) throws Exception {
    List<RecordedEvent> events = record(folder.resolve("resizes.jfr"));
    assertThat(events).hasSameSizeAs(resizes);
    for (int i = 0; i < events.size(); i++) {
      assertTells(events.get(i), resizes.get(i));
    }
    assertThat(events.getFirst().getInt("newSize")).isEqualTo(16);
    assertThat(events.getLast().getInt("newSize")).isEqualTo(2);
  }

  @Test
  void everyFieldIsExplained(@TempDir Path folder) throws Exception {
    var type = record(folder.resolve("resizes.jfr")).getFirst().getEventType();
    assertThat(type.getLabel()).isEqualTo("Pool Resize");
    assertThat(type.getFields())
        .filteredOn(field -> !FLIGHT_RECORDERS_OWN.contains(field.getName()))
        .hasSizeGreaterThan(10)
        .allSatisfy(field -> assertThat(field.getLabel()).isNotBlank())
        .extracting(ValueDescriptor::getDescription)
        .doesNotContainNull();
  }

  private List<RecordedEvent> record(Path file) throws Exception {
    try (var recording = new Recording()) {
      recording.enable(NAME);
      recording.start();
      growAndShrink();
      recording.stop();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file);
  }

  private void growAndShrink() throws Exception {
    ScalingPolicy policy =
        sample ->
            sample.counts().busy() + sample.counts().queued() > 0
                ? new Decision(16, Cause.BACKLOG, "work")
                : new Decision(2, Cause.CALM, "none");
    var config =
        new AdaptivePoolConfig(
            2,
            16,
            100,
            OverloadPolicy.BLOCK,
            Duration.ofMillis(1),
            policy,
            "recorded",
            System::nanoTime);
    var gate = new Gate();
    var pool = new AdaptivePool(config, resizes::add);
    try {
      for (int i = 0; i < 16; i++) {
        pool.execute(gate);
      }
      gate.awaitEntered(16);
      gate.open();
      Eventually.until(() -> !resizes.isEmpty() && resizes.getLast().to() == 2);
      assertThat(pool.awaitEnd(Duration.ZERO)).isFalse();
    } finally {
      pool.stop();
    }
  }

  private static void assertTells(RecordedEvent event, Resize resize) {
    assertThat(event.getEventType().getName()).isEqualTo(NAME);
    assertThat(event.getString("pool")).isEqualTo("recorded");
    assertThat(event.getInt("oldSize")).isEqualTo(resize.from());
    assertThat(event.getInt("newSize")).isEqualTo(resize.to());
    assertThat(event.getString("cause")).isEqualTo(resize.cause().name());
    assertThat(event.getString("reason")).isEqualTo(resize.reason());
    PoolSample sample = resize.sample();
    assertThat(event.getInt("queued")).isEqualTo(sample.counts().queued());
    assertThat(event.getInt("busy")).isEqualTo(sample.counts().busy());
    assertThat(event.getInt("idle")).isEqualTo(sample.counts().idle());
    assertThat(event.getDuration("window")).isEqualTo(sample.flow().window());
    assertThat(event.getLong("arrived")).isEqualTo(sample.flow().arrived());
    assertThat(event.getLong("completed")).isEqualTo(sample.flow().completed());
    assertThat(event.getDuration("meanWait")).isEqualTo(sample.flow().meanWait());
    assertThat(event.getDuration("meanService")).isEqualTo(sample.flow().meanService());
    assertThat(event.getDouble("processorsWanted")).isEqualTo(sample.processors().wanted());
    assertThat(event.getInt("processors")).isEqualTo(sample.processors().cores());
  }
}
