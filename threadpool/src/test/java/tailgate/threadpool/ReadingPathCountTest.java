package tailgate.threadpool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tailgate.threadpool.CallRecorder.Call;
import tailgate.threadpool.ReadingPath.Hop;

final class ReadingPathCountTest {

  private static final Call LEAF = call("Leaf.java");

  /** A call of the method {@code run} by the thread {@code main}. */
  private static Call call(String file, Call... calls) {
    return new Call("main", file, file.replace(".java", ".run"), List.of(calls));
  }

  @Test
  void aMethodThatCallsNothingIsNoHop() {
    ReadingPath path = ReadingPath.of(List.of(call("A.java", LEAF, LEAF)));
    assertThat(path.hops()).containsExactly(new Hop("main", 0, "A.java", "A.run"));
  }

  @Test
  void aCallInsideAFileIsNoHopAndGoesNoDeeper() {
    ReadingPath path =
        ReadingPath.of(List.of(call("A.java", call("A.java", call("B.java", LEAF)))));
    assertThat(path.hops()).extracting(Hop::method).containsExactly("A.run", "B.run");
    assertThat(path.hops()).extracting(Hop::depth).containsExactly(0, 1);
  }

  @Test
  void aReturnIsAHopToAFileThatWasLeft() {
    Call a = call("A.java", LEAF);
    Call b = call("B.java", LEAF);
    ReadingPath path = ReadingPath.of(List.of(call("C.java", a, a, b, a, b, a)));
    assertThat(path.files()).containsExactlyInAnyOrder("A.java", "B.java", "C.java");
    assertThat(path.returns()).isEqualTo(Map.of("A.java", 2, "B.java", 1));
    assertThat(path.allReturns()).isEqualTo(3);
    assertThat(path.mostReturns()).isEqualTo(2);
  }

  @Test
  void anotherThreadHasNotBeenThere() {
    Call a = call("A.java", LEAF);
    Call other = new Call("other", "A.java", "A.run", List.of(LEAF));
    ReadingPath path = ReadingPath.of(List.of(a, other, a));
    assertThat(path.hops()).hasSize(3);
    assertThat(path.returns()).isEmpty();
  }

  @Test
  void theListIsNumberedAndIndented() {
    assertThat(ReadingPath.of(List.of(call("A.java", call("B.java", LEAF)))).text())
        .isEqualTo(
            """
            2 hops, 2 files, 0 returns, at most 0 of them to one file

            main
              1  A.run
              2    B.run
            """);
  }
}
