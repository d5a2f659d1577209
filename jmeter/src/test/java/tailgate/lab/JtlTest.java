package tailgate.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JtlTest {

  private static final String HEADER = "timeStamp,elapsed,label,success,allThreads\n";

  @TempDir Path folder;

  @Test
  void readsWhatJMeterWroteWithoutTheWarmUp() throws Exception {
    Samples samples = Canned.samples();

    assertThat(samples.count()).isEqualTo(8);
    assertThat(samples.failures()).isEqualTo(2);
    assertThat(samples.maxMillis()).isEqualTo(970);
    assertThat(samples.peakUsers()).isEqualTo(7);
  }

  @Test
  void findsColumnsByName() throws Exception {
    Samples samples =
        read("allThreads,success,label,elapsed,x,timeStamp\n3,true,request,7,y,100\n");

    assertThat(samples.maxMillis()).isEqualTo(7);
    assertThat(samples.peakUsers()).isEqualTo(3);
  }

  @Test
  void theSpanIsFromFirstStartToLastEndInWhateverOrderTheyAreWritten() throws Exception {
    Samples samples = read(HEADER + "1900,100,request,true,1\n1000,500,request,true,2\n");

    assertThat(samples.perSecond()).isEqualTo(2.0);
  }

  @Test
  void aLineThatWasCutShortDoesNotCount() throws Exception {
    assertThat(read(HEADER + "1000,5,request,true,1\n1001,6,requ").count()).isEqualTo(1);
  }

  @Test
  void saysWhatIsWrong() {
    assertThatThrownBy(() -> read("timeStamp,elapsed,success\n"))
        .isInstanceOf(LabException.class)
        .hasMessageEndingWith("samples.jtl has no column label");
    assertThatThrownBy(() -> read(HEADER + "1000,5,warm-up,true,1\n"))
        .isInstanceOf(LabException.class)
        .hasMessageEndingWith("has no samples labelled request");
    assertThatThrownBy(() -> read(HEADER + "yesterday,5,request,true,1\n"))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("is not a JMeter result in CSV")
        .hasMessageContaining("yesterday");
    assertThatThrownBy(() -> Jtl.read(folder.resolve("nothing"), "request"))
        .isInstanceOf(LabException.class)
        .hasMessageStartingWith("JMeter wrote no ");
  }

  private Samples read(String content) throws IOException, LabException {
    Path file = Files.writeString(folder.resolve("samples.jtl"), content);
    return Jtl.read(file, "request");
  }
}
