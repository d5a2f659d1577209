package tailgate.lab.jmeter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsvTest {

  @Test
  void splitsAtCommasAndLineEnds() throws IOException {
    assertThat(records("a,b\nc,\r\n,d")).containsExactly(of("a", "b"), of("c", ""), of("", "d"));
  }

  @Test
  void quotedFieldsMayHoldAnything() throws IOException {
    assertThat(records("\"a,b\",\"two\nlines\",\"say \"\"no\"\"\"\nnext"))
        .containsExactly(of("a,b", "two\nlines", "say \"no\""), of("next"));
  }

  @Test
  void aQuoteThatIsNeverClosedEndsWithTheInput() throws IOException {
    assertThat(records("a,\"cut sho")).containsExactly(of("a", "cut sho"));
  }

  @Test
  void emptyInputHasNoRecords() throws IOException {
    assertThat(records("")).isEmpty();
  }

  private static List<List<String>> records(String csv) throws IOException {
    Csv reader = new Csv(new StringReader(csv));
    List<List<String>> records = new ArrayList<>();
    for (List<String> next = reader.record(); !next.isEmpty(); next = reader.record()) {
      records.add(next);
    }
    return records;
  }

  private static List<String> of(String... fields) {
    return List.of(fields);
  }
}
