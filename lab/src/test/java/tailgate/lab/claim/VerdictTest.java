package tailgate.lab.claim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.Measurement;
import tailgate.lab.summary.Measurements;

class VerdictTest {

  @Test
  void whoAnsweredNothingOrFailedOftenSaysNothingOfSpeed() {
    Measurement all = new Measurements().of("all", "a");
    Measurement mute = new Measurements().answers(0).of("mute", "b");
    Measurement deaf = new Measurements().answers(0).failed(1, 10).of("deaf", "c");
    Measurement some = new Measurements().answers(9_990).failed(1, 10).of("some", "d");
    Measurement more = new Measurements().answers(9_989).failed(1, 11).of("more", "e");

    assertThat(List.of(all, mute, deaf, some, more))
        .extracting(ClaimRun::showsSpeed)
        .containsExactly(true, false, false, true, false);
    assertThat(Verdict.silent(List.of(all, mute, deaf, some, more)))
        .extracting(Verdict::toString)
        .containsExactly(
            "mute, takes no part in a verdict on speed: no request was answered",
            "deaf, takes no part in a verdict on speed: no request was answered",
            "more, takes no part in a verdict on speed: 11 of 10,000 requests failed");
  }

  @Test
  void manyBlocksOfAPointAreOneLine() {
    Measurement mute = new Measurements().answers(0).of("mute", "b");

    assertThat(Verdict.silent(List.of(mute, mute, mute)))
        .extracting(Verdict::toString)
        .containsExactly(
            "mute, takes no part in a verdict on speed: no request was answered, and so in 2 more"
                + " blocks");
  }
}
