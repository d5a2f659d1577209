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
        "timeStamp:elapsed:success | it has no column timeStamp",
        "<testResults> | is a JMeter result in XML; set jmeter.save.saveservice.output_format=csv",
        "1795173760000,1,request,200 | does not begin with the names of its columns",
      })
  void saysWhatIsWrong(String content, String complaint) {
    assertThatThrownBy(() -> read(content))
        .isInstanceOf(LabException.class)
        .hasMessageContaining(complaint);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a byte order mark | '\uFEFFtimeStamp,elapsed,label,success\\n5,7,request,true\\n'",
        "semicolons | timeStamp;elapsed;label;success\\n5;7;request;true\\n",
        "tabs | timeStamp\\telapsed\\tlabel\\tsuccess\\n5\\t7\\trequest\\ttrue\\n",
        "quotes | '\"timeStamp\";\"elapsed\";\"label\";\"success\"\\n5;7;\"request\";\"true\"\\n'",
        "capitals | 'timeStamp,elapsed,label,success\\r\\n5,7,request,TRUE\\r\\n'",
        "empty lines | 'timeStamp,elapsed,label,success\\n\\n5,7,request,true\\n\\n'",
      })
  void readsWhatASpreadsheetHasSaved(String what, String content) throws Exception {
    Samples samples = read(content.translateEscapes());

    assertThat(samples.count()).as(what).isEqualTo(1);
    assertThat(samples.percentileMillis(100)).as(what).isEqualTo(7);
  }

  @Test
  void filesMayHaveBeenJoinedWithTheNamesOfTheirColumns() throws Exception {
    String file = HEADER + "1000,5,request,true,1\n";

    assertThat(read(file + file).count()).isEqualTo(2);
  }

  @Test
  void aLineBreakInALabelIsASpace() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("x.jtl"), HEADER + "1,5,\"GET\n /\",true,1\n2,5,GET /,true,1\n");

    assertThat(Jtl.read(file)).containsOnlyKeys("GET /");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'1000,-5,request,true,1' | elapsed is -5: the clock was set back meanwhile; remove it",
        "'-1,5,request,true,1' | timeStamp is -1: the clock was set back meanwhile; remove it",
        "'1000,5,request,yes,1' | success is 'yes', neither true nor false",
        "'1000,5.5,request,true,1' | elapsed is '5.5', not a number",
        "'1000,5,request' | it has 3 fields, and not 5",
        "'90000000,5,request,true,1' | nothing was measured in the 1499 minutes before: the clock",
      })
  void refusesAFileAndNamesTheLine(String line, String complaint) {
    String multiline = "1000,5,\"two\nlines\",true,1\n";

    assertThatThrownBy(() -> read(HEADER + multiline + line + "\n" + line + "\n"))
        .isInstanceOf(LabException.class)
        .hasMessageContaining(" is not a JMeter result in CSV: line 4: " + complaint);
  }

  @Test
  void aPauseIsNoReasonToRefuseIt() throws Exception {
    String pause = HEADER + "0,5,request,true,1\n590000,5,request,true,1\n";

    assertThat(read(pause).count()).isEqualTo(2);
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
