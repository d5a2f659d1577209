package tailgate.lab.summary;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tailgate.lab.load.Health;

class DiagnosisTest {

  @Test
  void nothingBrokeAndItSaysHowFarItWasFromThat() {
    Diagnosis diagnosis =
        diagnosis(
            new Measurements()
                .stats("busy", 2.0, 5.0, 3.0)
                .stats("mostWorkers", 8.0, 8.0, 8.0)
                .stats("queued", 0.0, 3.0, 0.0));

    assertThat(diagnosis.mood()).isEqualTo(Diagnosis.Mood.GOOD);
    assertThat(diagnosis)
        .hasToString(
            "Nothing broke. All 100 requests were answered, half of them within 2.0 ms and 99 %"
                + " within 3.0 ms. At most 5 of 8 workers were seen busy, and at most 3 tasks"
                + " waiting.");
  }

  @Test
  void workersThatWaitForTheNextRequestOfTheirConnectionAreNotCalledBusy() {
    Diagnosis diagnosis =
        diagnosis(
            new Measurements()
                .stats("busy", 3.0, 2_048.0)
                .stats("connections", 3.0, 2_048.0)
                .stats("mostWorkers", 20_000.0, 20_000.0));

    assertThat(diagnosis)
        .asString()
        .contains(
            "At most 2,048 connections were open, each with a worker of its own; 20,000 may be.")
        .doesNotContain("busy");
  }

  @Test
  void whatWasFirstComesFirst() {
    Diagnosis diagnosis =
        diagnosis(
            new Measurements()
                .stats("busy", 2.0, 8.0, 8.0, 8.0)
                .stats("mostWorkers", 8.0, 8.0, 8.0, 8.0)
                .stats("queued", 0.0, 0.0, 40.0, 64.0)
                .stats("queueCapacity", 64.0, 64.0, 64.0, 64.0)
                .stats("turnedAway", 3.0, 3.0, 3.0, 10.0)
                .failed(8, 7));

    assertThat(diagnosis.mood()).isEqualTo(Diagnosis.Mood.BAD);
    assertThat(diagnosis)
        .hasToString(
            "First, at 0.3 s, all 8 workers that it may have were busy. Then, at 0.5 s, tasks had"
                + " to wait for a worker, up to 64 at once in a queue for 64; at 0.8 s, it refused"
                + " the first request or connection, of 7 in all; at 0.8 s, the first request"
                + " failed, of 7 in all. Of 107 requests 7 failed (6.54 %); the others were"
                + " answered, half of them within 2.0 ms and 99 % within 3.0 ms.");
  }

  @Test
  void onceIsNoQueueAndNoSaturation() {
    Diagnosis diagnosis =
        diagnosis(
            new Measurements()
                .stats("queued", 0.0, 40.0, 0.0, 40.0)
                .kernel("idle", 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0));

    assertThat(diagnosis.symptoms()).isEmpty();
  }

  @Test
  void aMachineAtItsEndIsNamedWithTheShareOfTheServer() {
    assertThat(
            diagnosis(
                    new Measurements()
                        .kernel("idle", 1.0, 0.1, 0.0, 0.0, 0.0, 0.0)
                        .kernel("cpu", 0.2, 0.6, 0.7, 0.7, 0.7, 0.7))
                .headline())
        .isEqualTo(
            "First, at 0.1 s, the machine had no processor time left (the server used 0.7 cores at"
                + " most)");
  }

  @Test
  void answersThatBecomeSlowAreSeenWithoutAnyHelpOfTheServer() {
    Measurements growing = new Measurements();
    for (int window = 4; window < 10; window++) {
      growing.latency(window, window * 100_000L);
    }

    Diagnosis diagnosis = diagnosis(growing);

    assertThat(diagnosis.mood()).isEqualTo(Diagnosis.Mood.OPEN);
    assertThat(diagnosis.headline())
        .isEqualTo(
            "First, at 0.4 s, answers became slow: at the worst, half of them took 900 ms or"
                + " more instead of 2.0 ms");
  }

  @Test
  void whatIsAlwaysSlowIsSlowToo() {
    Measurements slow = new Measurements();
    for (int window = 0; window < 10; window++) {
      slow.latency(window, 2_500_000);
    }

    assertThat(diagnosis(slow).headline())
        .isEqualTo(
            "First, at 0.0 s, answers became slow: at the worst, half of them took 2500 ms or"
                + " more");
  }

  @Test
  void usersWithoutAnAnswerAreNotForgotten() {
    Diagnosis diagnosis = diagnosis(new Measurements().unanswered(25));

    assertThat(diagnosis.mood()).isEqualTo(Diagnosis.Mood.BAD);
    assertThat(diagnosis.toString())
        .startsWith(
            "Of 125 requests 25 had no answer at the end (20.00 %); half of all took 2.0 ms, P99 is"
                + " > 3.0 ms");
  }

  @Test
  void ifNobodyWasAnsweredItIsSaidOfHowMany() {
    var silent = new Measurements().answers(0).unanswered(25);

    assertThat(diagnosis(silent.perSecond(0)).headline())
        .isEqualTo("None of 25 requests was answered");
    assertThat(diagnosis(silent.perSecond(100)).headline())
        .as("a queue from the warm-up was served meanwhile")
        .isEqualTo(
            "All answers were to requests of the warm-up, and 25 requests had none at the end");
  }

  @Test
  void aSpikeIsMentioned() {
    assertThat(diagnosis(new Measurements().latency(7, 45_000)).toString())
        .startsWith("Nothing broke. ")
        .contains("Its slowest answer, to a request at 0.7 s, took 45.0 ms.");
  }

  @Test
  void aGeneratorThatFellBehindIsNotTheServersFault() {
    assertThat(diagnosis(new Measurements().health(new Health(100, 100, 0, 9, 1, 1))).toString())
        .endsWith("The load generator fell behind: these figures are not the server's alone.");
    assertThat(
            Diagnosis.of(
                new Measurements()
                    .health(new Health(100, 100, 0, 0, 2_000, 3_000, 1.0, 0.0, 100.0, null, null))
                    .of("x", "x")))
        .asString()
        .endsWith(
            "In doubt, the generator's lag has a P99 above 1 ms: these figures are not the server's"
                + " alone.");
  }

  private static Diagnosis diagnosis(Measurements measurements) {
    return Diagnosis.of(measurements.of("threadpool", "threadpool"));
  }
}
