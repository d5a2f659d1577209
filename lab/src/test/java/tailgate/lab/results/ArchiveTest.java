package tailgate.lab.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.LabException;
import tailgate.lab.compare.PhaseSamples;
import tailgate.lab.compare.VariantResult;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.machine.Environment;
import tailgate.lab.results.Archive.Failure;
import tailgate.lab.results.Archive.Heading;

class ArchiveTest {

  private static final Environment ENVIRONMENT =
      new Environment("now", "a machine", "a java", "abc123", "a command", null, null, null, null);
  private static final VariantResult RESULT = PhaseSamples.burst(1, "threadpool", 1_000);

  @TempDir Path folder;

  @Test
  void whatWasWrittenCanBeReadAgain() throws Exception {
    Archive archive = archive("burst");
    archive.append(RESULT);
    archive.append(new Failure("a run", "no such luck"));

    Archive.Content content = archive.read();

    assertThat(content.heading().environment()).isEqualTo(ENVIRONMENT);
    assertThat(content.failures()).containsExactly(new Failure("a run", "no such luck"));
    assertThat(content.results()).hasSize(1);
    assertThat(JsonFiles.read(content.results().get(0), VariantResult.class)).isEqualTo(RESULT);
  }

  @Test
  void aLineThatWasCutShortIsLeftOut() throws Exception {
    Archive archive = archive("burst");
    archive.append(RESULT);
    long whole = Files.size(archive.file());
    archive.append(RESULT);
    byte[] bytes = Files.readAllBytes(archive.file());
    Files.write(archive.file(), Arrays.copyOf(bytes, (int) (whole + bytes.length) / 2));

    assertThat(archive.read().results()).hasSize(1);
  }

  @Test
  void anArchiveWithoutVersionIsOfTheFirst() throws Exception {
    Archive old = new Archive(folder.resolve("old.gz"));
    old.append(Map.of("experiment", "burst", "environment", ENVIRONMENT, "plan", Map.of()));

    assertThat(old.read().heading().schema()).isEqualTo(1);
    assertThat(archive("burst").read().heading().schema()).isEqualTo(Archive.SCHEMA);
  }

  @Test
  void aNewerVersionIsRefused() throws Exception {
    Archive newer = new Archive(folder.resolve("newer.gz"));
    newer.append(Map.of("schema", Archive.SCHEMA + 1, "experiment", "burst"));

    assertThatThrownBy(newer::read)
        .isInstanceOf(LabException.class)
        .hasMessageEndingWith(
            String.format(
                    Locale.ROOT,
                    "newer.gz has schema %d, and this Tailgate reads up to %d; take the Tailgate"
                        + " that wrote",
                    Archive.SCHEMA + 1,
                    Archive.SCHEMA)
                + " it");
  }

  @Test
  void anythingElseIsRefused() throws Exception {
    Archive text = new Archive(Files.writeString(folder.resolve("text.gz"), "hello"));
    assertThatThrownBy(text::read)
        .isInstanceOf(LabException.class)
        .hasMessageContaining("text.gz holds no results of the lab: ");

    Archive headless = new Archive(folder.resolve("headless.gz"));
    headless.append(RESULT);
    assertThatThrownBy(headless::read)
        .isInstanceOf(LabException.class)
        .hasMessageEndingWith("does not begin with the name of its experiment");
  }

  private Archive archive(String experiment) throws Exception {
    return Archive.create(
        folder, new Heading(experiment, ENVIRONMENT, JsonFiles.tree(PhaseSamples.burst())));
  }
}
