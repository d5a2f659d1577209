package tailgate.lab.remote;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tailgate.lab.monitor.Proc;

class RemoteServerTest {

  @Test
  void anAnswerIsReadAsTheFilesThatItHas() {
    String answer =
        """
        === stat
        cpu  1 2 3
        ctxt 4
        === pressure/cpu
        some avg10=0.00 avg60=0.00 avg300=0.00 total=5
        === tasks
        42/status:voluntary_ctxt_switches:	6
        42/status:nonvoluntary_ctxt_switches:	7
        43/status:voluntary_ctxt_switches:	8
        42/sched:se.nr_migrations   :   9
        """;

    Proc proc = RemoteServer.files(answer.lines().toList(), "42/task/");

    assertThat(proc.lines("stat")).containsExactly("cpu  1 2 3", "ctxt 4");
    assertThat(proc.lines("pressure/cpu")).hasSize(1);
    assertThat(proc.lines("pressure/io")).isEmpty();
    assertThat(proc.names("42/task")).containsExactlyInAnyOrder("42", "43");
    assertThat(proc.lines("42/task/42/status")).hasSize(2);
    assertThat(proc.lines("42/task/42/sched")).containsExactly("se.nr_migrations   :   9");
    assertThat(proc.lines("42/task/43/status")).containsExactly("voluntary_ctxt_switches:	8");
  }
}
