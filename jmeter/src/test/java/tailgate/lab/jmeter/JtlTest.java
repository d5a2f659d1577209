package tailgate.lab.jmeter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.lab.LabException;

class JtlTest {

  private static final String HEADER = "timeStamp,elapsed,label,success,allThreads\n";

  @TempDir Path folder;

  @Test
  void readsWhatJMeterWroteWithoutTheWarmUp() throws Exception {
    Samples samples = Canned.samples();

    assertThat(samples.count()).isEqualTo(8);
    assertThat(samples.failures()).isEqualTo(2);
    assertThat(samples.percentileMillis(100)).isEqualTo(3); // those of 40 and 970 ms failed
    assertThat(samples.peakUsers()).isEqualTo(7);
  }

  @Test
  void findsColumnsByName() throws Exception {
    Samples samples =
        read("allThreads,success,label,elapsed,x,timeStamp\n3,true,request,7,y,100\n");

    assertThat(samples.percentileMillis(100)).isEqualTo(7);
    assertThat(samples.peakUsers()).isEqualTo(3);
  }

  @Test
  void theSpanIsFromFirstStartToLastEndInWhateverOrderTheyAreWritten() throws Exception {
    Samples samples = read(HEADER + "1900,100,request,true,1\n1000,500,request,true,2\n");

    assertThat(samples.spanMillis()).isEqualTo(1_000);
  }

  @Test
  void aLineThatWasCutShortDoesNotCount() throws Exception {
    assertThat(read(HEADER + "1000,5,request,true,1\n1001,6,requ").count()).isEqualTo(1);
  }

  @Test
  void doesWithoutLabelsAndNumbersOfThreads() throws Exception {
    Path file = Files.writeString(folder.resolve("x.jtl"), "success,elapsed,timeStamp\ntrue,7,1\n");

    Samples samples = Jtl.read(file, "");

    assertThat(samples.count()).isEqualTo(1);
    assertThat(samples.peakUsers()).isZero();
  }

  @Test
  void keepsLabelsApart() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("x.jtl"),
            HEADER + "1,5,home,true,1\n2,6,login,true,1\n3,7,home,true,1\n");

    assertThat(Jtl.read(file)).containsOnlyKeys("home", "login");
    assertThat(Jtl.read(file, "home").count()).isEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | is empty",
        "timeStamp,elapsed,label | it has no column success",
        "timeStamp;elapsed;success | it has no column timeStamp",
        "<testResults> | is a JMeter result in XML; set jmeter.save.saveservice.output_format=csv",
        "1795173760000,1,request,200 | does not begin with the names of its columns",
      })
  void saysWhatIsWrong(String content, String complaint) {
    assertThatThrownBy(() -> read(content))
        .isInstanceOf(LabException.class)
        .hasMessageContaining(complaint);
  }

  @Test
  void saysWhatIsWrongWithASample() {
    assertThatThrownBy(() -> read(HEADER + "1000,5,warm-up,true,1\n"))
        .isInstanceOf(LabException.class)
        .hasMessageEndingWith("has no samples labelled request");
    assertThatThrownBy(() -> read(HEADER + "yesterday,5,request,true,1\n"))
        .isInstanceOf(LabException.class)
        .hasMessageContaining("timeStamp is 'yesterday', not a number; set ");
    assertThatThrownBy(() -> Jtl.read(folder.resolve("nothing"), "request"))
        .isInstanceOf(LabException.class)
        .hasMessageStartingWith("JMeter wrote no ");
  }

  private Samples read(String content) throws IOException, LabException {
    Path file = Files.writeString(folder.resolve("samples.jtl"), content);
    return Jtl.read(file, "request");
  }
}
