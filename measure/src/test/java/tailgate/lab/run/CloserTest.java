package tailgate.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CloserTest {

  private final List<String> ended = new ArrayList<>();
  private final Closer closer = new Closer();

  @Test
  void theLastThatWasStartedEndsFirst() {
    closer.add(() -> ended.add("machine"));
    closer.add(() -> ended.add("server"));

    closer.close();

    assertThat(ended).containsExactly("server", "machine");
  }

  @Test
  void whatWasHandedOverIsEndedByTheHeirAlone() {
    closer.add(() -> ended.add("server"));
    Closer heir = closer.handOver();

    closer.close();
    assertThat(ended).isEmpty();
    heir.close();

    assertThat(ended).containsExactly("server");
  }

  @Test
  void anEndThatFailsDoesNotKeepTheOthers() {
    closer.add(() -> ended.add("machine"));
    closer.add(
        () -> {
          throw new AssertionError("the server does not stop");
        });

    assertThatThrownBy(closer::close).hasMessage("the server does not stop");

    assertThat(ended).containsExactly("machine");
  }
}
