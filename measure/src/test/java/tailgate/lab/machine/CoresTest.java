package tailgate.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CoresTest {

  @TempDir Path root;

  @Test
  void aListOfTheKernelIsNumbersAndRanges() {
    assertThat(Cores.parse("0-2,5")).containsExactly(0, 1, 2, 5);
    assertThatThrownBy(() -> Cores.parse("1,,2")).hasMessage("'1,,2' is not a list of cores");
  }

  @Test
  void siblingsOfOnePhysicalCoreAreNeighbours() throws Exception {
    allowed("0-3");
    siblings(0, "0,2");
    siblings(1, "1,3");
    siblings(2, "0,2");
    siblings(3, "1,3");

    assertThat(new Cores(root, root).byPhysicalCore()).containsExactly(0, 2, 1, 3);
  }

  @Test
  void onlyWhatThisProcessMayUseCounts() throws Exception {
    allowed("1,3");
    siblings(1, "0-1");

    assertThat(new Cores(root, root).byPhysicalCore()).containsExactly(1, 3);
  }

  @Test
  void anotherSystemNamesNone() {
    assertThat(new Cores(root, root).byPhysicalCore()).isEmpty();
  }

  private void allowed(String list) throws IOException {
    Files.createDirectories(root.resolve("self"));
    Files.writeString(root.resolve("self/status"), "Name:\tx\nCpus_allowed_list:\t" + list + "\n");
  }

  private void siblings(int core, String list) throws IOException {
    Path folder = root.resolve("devices/system/cpu/cpu" + core + "/topology");
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("thread_siblings_list"), list + "\n");
  }
}
