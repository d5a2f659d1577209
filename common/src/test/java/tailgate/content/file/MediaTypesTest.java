package tailgate.content.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MediaTypesTest {

  @ParameterizedTest
  @CsvSource({
    "index.html, text/html; charset=utf-8",
    "INDEX.HTML, text/html; charset=utf-8",
    "style.css, text/css; charset=utf-8",
    "script.js, text/javascript; charset=utf-8",
    "data.json, application/json",
    "logo.svg, image/svg+xml",
    "image.png, image/png",
    "module.wasm, application/wasm",
    "archive.tar.gz, application/gzip",
    "a b.txt, text/plain; charset=utf-8",
    "file.unheard-of, application/octet-stream",
    "README, application/octet-stream",
    "html, application/octet-stream",
    "dot., application/octet-stream",
    "'', application/octet-stream",
  })
  void goesByTheExtension(String fileName, String type) {
    assertThat(MediaTypes.of(fileName)).isEqualTo(type);
  }

  /** In Turkish, the lower case of I is not i. */
  @Test
  void doesNotDependOnTheLocale() {
    Locale usual = Locale.getDefault();
    Locale.setDefault(Locale.of("tr"));
    try {
      assertThat(MediaTypes.of("A.GIF")).isEqualTo("image/gif");
    } finally {
      Locale.setDefault(usual);
    }
  }
}
