package tailgate.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlGroupTest {

  @TempDir Path root;

  @Test
  void theTightestGroupAboveCounts() throws Exception {
    write("proc/self/cgroup", "0::/slice/box/inner\n");
    write("proc/self/mountinfo", mount("all", "/", "cgroup2 cgroup2 rw"));
    write("all/slice/box/inner/cpu.max", "max 100000\n");
    write("all/slice/box/cpu.max", "150000 100000\n");
    write("all/slice/cpu.max", "50000 100000\n");
    write("all/slice/box/inner/memory.max", "2147483648\n");
    write("all/slice/box/memory.max", "838860800\n");
    write("all/slice/memory.max", "max\n");
    write("all/slice/cpu.stat", "usage_usec 9\nnr_throttled 3\nthrottled_usec 1500\n");

    ControlGroup group = ControlGroup.of(root.resolve("proc"));

    assertThat(group.processors()).hasValue(0.5);
    assertThat(group.memoryMib()).hasValue(800);
    assertThat(group.throttledMillis()).hasValue(1.5);
    assertThat(group.words()).isEqualTo("a quota of 0.5 processors and a memory limit of 800 MiB");
  }

  @Test
  void versionOneHasAHierarchyForEachController() throws Exception {
    write("proc/self/cgroup", "5:memory:/box\n4:cpu,cpuacct:/box\n3:pids:/\n0::/\n");
    write(
        "proc/self/mountinfo",
        mount("cpu", "/", "cgroup cgroup rw,cpu,cpuacct")
            + mount("memory", "/", "cgroup cgroup rw,memory")
            + mount("pids", "/", "cgroup cgroup rw,pids"));
    write("cpu/cpu.cfs_quota_us", "-1\n");
    write("cpu/cpu.cfs_period_us", "100000\n");
    write("cpu/box/cpu.cfs_quota_us", "200000\n");
    write("cpu/box/cpu.cfs_period_us", "100000\n");
    write("cpu/box/cpu.stat", "nr_periods 7\nnr_throttled 2\nthrottled_time 2500000\n");
    write("memory/memory.limit_in_bytes", "9223372036854771712\n");
    write("memory/box/memory.limit_in_bytes", "838860800\n");

    ControlGroup group = ControlGroup.of(root.resolve("proc"));

    assertThat(group.processors()).hasValue(2);
    assertThat(group.memoryMib()).hasValue(800);
    assertThat(group.throttledMillis()).hasValue(2.5);
  }

  /** A container without a namespace of its own sees its group under the host's name. */
  @Test
  void aGroupThatIsMountedItselfIsFound() throws Exception {
    write("proc/self/cgroup", "4:cpu:/docker/0123\n");
    write("proc/self/mountinfo", mount("cpu", "/docker/0123", "cgroup cgroup ro,cpu"));
    write("cpu/cpu.cfs_quota_us", "50000\n");
    write("cpu/cpu.cfs_period_us", "100000\n");

    assertThat(ControlGroup.of(root.resolve("proc")).processors()).hasValue(0.5);
  }

  @Test
  void aMachineWithoutGroupsHasNoLimit() {
    ControlGroup group = ControlGroup.of(root.resolve("proc"));

    assertThat(group.processors()).isEmpty();
    assertThat(group.memoryMib()).isEmpty();
    assertThat(group.throttledMillis()).isEmpty();
    assertThat(group.words()).isEmpty();
  }

  private String mount(String folder, String group, String system) {
    return "32 31 0:29 %s %s rw,relatime shared:9 - %s\n"
        .formatted(group, root.resolve(folder), system);
  }

  private void write(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }
}
