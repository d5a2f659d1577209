package tailgate.downstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tailgate.downstream.BackEndSettings.Bounding;

class BackEndSettingsTest {

  @AfterEach
  void clear() {
    System.getProperties().stringPropertyNames().stream()
        .filter(name -> name.startsWith("downstream."))
        .forEach(System::clearProperty);
  }

  @Test
  void theyAreSystemProperties() {
    System.setProperty("downstream.url", "http://127.0.0.1:8020/row");
    System.setProperty("downstream.bound", "spin");
    System.setProperty("downstream.slots", "4");

    assertThat(BackEndSettings.ofThisJvm())
        .isEqualTo(
            new BackEndSettings(
                "http://127.0.0.1:8020/row",
                Bounding.SPIN,
                4,
                Duration.ofMillis(250),
                Duration.ofSeconds(1),
                Duration.ofMillis(40)));
  }

  @Test
  void aHandlerWithoutABackEndSaysWhatIsMissing() {
    assertThatThrownBy(JavaNetHttp::new)
        .hasMessage("-Ddownstream.url=... says what the handler asks");
  }

  @Test
  void aNumberThatIsNoneIsNamed() {
    System.setProperty("downstream.url", "http://127.0.0.1:8020/row");
    System.setProperty("downstream.slots", "many");

    assertThatThrownBy(UrlConnection::new).hasMessage("downstream.slots is no number: many");
  }
}
